using Marketplace.Records.Stores.Mongo;
using MongoDB.Driver;
using Npgsql;

namespace Marketplace.Records.Stores;

/// <summary>
/// How many bytes a server has on its disk of what was measured: of the databases of stores, else of the database that is connected to. Seeds,
/// logs of changes, and what belongs to the server alone do not count.
/// </summary>
internal static class DatabaseSize
{
    private const string Databases =
        $"""
        SELECT sum(pg_database_size(oid))::bigint FROM pg_database
        WHERE starts_with(datname, '{DatabaseName.Prefix}')
            OR datname = current_database() AND NOT EXISTS (SELECT 1 FROM pg_database WHERE starts_with(datname, '{DatabaseName.Prefix}'))
        """;

    /// <param name="connection">Connection string of PostgreSQL.</param>
    /// <returns>Null if it is not known.</returns>
    public static async Task<long?> OfPostgres(string connection)
    {
        try
        {
            await using var server = new NpgsqlConnection(new NpgsqlConnectionStringBuilder(connection) { Pooling = false }.ConnectionString);
            await server.OpenAsync();
            await using var command = new NpgsqlCommand(Databases, server);
            return await command.ExecuteScalarAsync() as long?;
        }
        catch (NpgsqlException)
        {
            return null;
        }
    }

    /// <param name="connection">Connection string of MongoDB.</param>
    /// <returns>Null if it is not known.</returns>
    public static async Task<long?> OfMongo(string connection)
    {
        try
        {
            using var own = new OwnMongoClient(connection);
            using var databases = await own.Client.ListDatabasesAsync();
            return (await databases.ToListAsync())
                .Where(database => database["name"].AsString.StartsWith(DatabaseName.Prefix, StringComparison.Ordinal))
                .Sum(database => database.GetValue("sizeOnDisk", 0).ToInt64());
        }
        catch (Exception error) when (error is TimeoutException or MongoException)
        {
            return null;
        }
    }
}
