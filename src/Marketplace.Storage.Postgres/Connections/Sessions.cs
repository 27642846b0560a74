using Npgsql;

namespace Marketplace.Storage.Postgres.Connections;

/// <summary>Makes sources of sessions that write.</summary>
internal static class Sessions
{
    // Rows of more than 2,000 bytes are compressed. The server's default takes longer for it than for all the rest of a row. PostgreSQL 13 has no
    // choice, and a server may have been built without lz4.
    private const string Setup =
        "SELECT set_config(name, 'lz4', false) FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)";

    public static NpgsqlDataSource Open(NpgsqlConnectionStringBuilder settings)
    {
        var builder = new NpgsqlDataSourceBuilder(settings.ConnectionString);
        builder.UsePhysicalConnectionInitializer(
            static connection =>
            {
                using var setup = new NpgsqlCommand(Setup, connection);
                setup.ExecuteNonQuery();
            },
            static async connection =>
            {
                await using var setup = new NpgsqlCommand(Setup, connection);
                await setup.ExecuteNonQueryAsync();
            });
        return builder.Build();
    }
}
