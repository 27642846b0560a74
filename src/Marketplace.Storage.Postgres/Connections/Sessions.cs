using System.Globalization;
using Npgsql;

namespace Marketplace.Storage.Postgres.Connections;

/// <summary>Makes sources of sessions that write.</summary>
internal static class Sessions
{
    /// <summary>How soon the server ends the session of a machine that is gone, in seconds: after the first, and so many times the second.</summary>
    public const string KeepAlive = "SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 4";

    // Rows of more than 2,000 bytes are compressed. The server's default takes longer for it than for all the rest of a row. PostgreSQL 13 has no
    // choice, and a server may have been built without lz4.
    private const string Compress =
        "SELECT set_config(name, 'lz4', false) FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)";

    // Who is paused in the middle of a transaction, or is gone without a word, holds no rows for longer: above all not its own as a writer, which
    // others take away. Who only was slow tries it again.
    private const string Setup = $"{Compress}; {KeepAlive}; SET idle_in_transaction_session_timeout = '3s'";

    /// <summary>The settings of a connection string, with those that all sessions of a silo have.</summary>
    /// <param name="timeout">How long the server may be away.</param>
    public static NpgsqlConnectionStringBuilder Settings(string connectionString, TimeSpan timeout)
    {
        var seconds = Math.Max(1, (int)timeout.TotalSeconds);
        var settings = new NpgsqlConnectionStringBuilder(connectionString)
        {
            CommandTimeout = seconds,
            Timeout = Math.Min(seconds, 30),

            // What a session is told is for its next user too, or does it no harm. To make it forget takes the server longer than a question.
            NoResetOnClose = true,
        };
        settings.ApplicationName ??= "marketplace";
        return settings;
    }

    /// <summary>Where sessions go, for people.</summary>
    public static string Place(NpgsqlConnectionStringBuilder settings) =>
        string.Create(CultureInfo.InvariantCulture, $"{settings.Host}:{settings.Port}, database {settings.Database}");

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
