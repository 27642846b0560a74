using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>Databases with data that a silo alone has left there: silos whose time-outs are short need not keep them while it is stored.</summary>
internal static class StoredData
{
    /// <param name="more">What is to be there besides.</param>
    /// <returns>Its connection string.</returns>
    public static async Task<string> CreateDatabaseWithData(this PostgresFixture postgres, Func<RunningSilo, Task>? more = null)
    {
        var database = await postgres.CreateDatabase();
        await using var silo = await RunningSilo.StartWithData("Storage=postgres", $"Postgres={database}");
        if (more is not null)
            await more(silo);

        return database;
    }
}
