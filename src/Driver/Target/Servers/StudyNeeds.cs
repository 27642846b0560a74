using Marketplace.Records.Stores.Mongo;

namespace Marketplace.Driver.Target.Servers;

/// <summary>Whether this machine has what arms of studies need.</summary>
internal static class StudyNeeds
{
    /// <param name="need">The need; only MongoDB so far.</param>
    /// <param name="server">Connection string of a server that the user names; null for one that the driver starts.</param>
    /// <param name="programs">Where programs of servers are looked for.</param>
    /// <returns>Why it is not there; null if it is.</returns>
    public static string? Lack(string need, string? server, ServerPrograms programs) =>
        server is not null ? MongoServerInfo.Problem(server)
        : programs.HasMongo ? null
        : $"there is no {need}: mongod is not on the PATH, and no server is named";
}
