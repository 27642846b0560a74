using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using Marketplace.Storage.Postgres;
using Npgsql;

namespace Marketplace.Silo.Settings;

/// <summary>
/// The name of those who may use the same schemas of PostgreSQL and keys of Redis: all silos of a cluster have the same, and nobody
/// else. It says to people who they are.
/// </summary>
internal static class DataOwner
{
    /// <param name="cluster">How silos find each other.</param>
    /// <returns>The name. A silo alone has a new one at each start.</returns>
    public static string Of(ClusterSettings cluster) => cluster.Provider switch
    {
        ClusterSettings.None => $"the silo {Process()} (alone: Cluster:Provider is none)",
        _ => $"the cluster {cluster.Id} of the service {cluster.ServiceId}, whose list of silos is {Place(cluster)}",
    };

    // Clusters with the same id that have their lists in different places are different ones.
    private static string Place(ClusterSettings cluster) => cluster.Provider switch
    {
        ClusterSettings.Redis => "in Redis at " + string.Join(',', cluster.Connection.Split(
                ',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Where(static part => !part.Contains('=', StringComparison.Ordinal)).Order(StringComparer.Ordinal)),
        ClusterSettings.Postgres when PostgresStorageRegistration.Check(cluster.Connection) is null =>
            "in PostgreSQL at " + Place(new NpgsqlConnectionStringBuilder(cluster.Connection)),
        // It can't be read, and the cluster will say so.
        ClusterSettings.Postgres => "in PostgreSQL",
        _ => Primary(cluster) is { } primary ? $"in the silo at {primary}" : $"in the silo {Process()}",
    };

    private static string Place(NpgsqlConnectionStringBuilder connection) => string.Create(
        CultureInfo.InvariantCulture, $"{connection.Host}:{connection.Port}, database {connection.Database ?? connection.Username}");

    // Nobody can find a first silo that takes any free port. An address for one machine is another one on each.
    private static string? Primary(ClusterSettings cluster)
    {
        var primary = cluster.Primary ?? new IPEndPoint(cluster.Address, cluster.SiloPort);
        return primary.Port == 0 ? null : IPAddress.IsLoopback(primary.Address) ? $"{primary} of {Environment.MachineName}" : primary.ToString();
    }

    private static string Process() => string.Create(
        CultureInfo.InvariantCulture,
        $"{RandomNumberGenerator.GetHexString(8, lowercase: true)} on {Environment.MachineName}, process {Environment.ProcessId}");
}
