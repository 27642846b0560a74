using System.Globalization;
using System.IO.Hashing;
using System.Text;
using Npgsql;

namespace Marketplace.Records.Stores.Postgres;

/// <summary>
/// The database of a store. It is copied from a seed, which is made once for each layout and size, so that each run begins with the same
/// bytes, no bloat, and statistics in place.
/// </summary>
internal sealed class SeededDatabase
{
    private const string Version = "1"; // Of tables and seed.
    private const long LockKey = 0x5265636F726473; // "Records"
    private const string PrivilegeMissing = "42501";

    private readonly RecordsSettings _settings;
    private readonly string _administration;
    private readonly string _hash;

    public SeededDatabase(RecordsSettings settings)
    {
        _settings = settings;
        var text = string.Create(CultureInfo.InvariantCulture, $"{Version} {settings.Layout} {settings.Rows}");
        _hash = Convert.ToHexStringLower(XxHash64.Hash(Encoding.UTF8.GetBytes(text)));
        _administration = new NpgsqlConnectionStringBuilder(settings.Postgres) { Pooling = false }.ConnectionString;
    }

    /// <summary>Its name.</summary>
    public string Name => $"records_{_hash}";

    private string Seed => $"seed_{_hash}";

    /// <summary>Makes it, and the seed, if they are not there.</summary>
    /// <returns>The version of the server.</returns>
    public async Task<string> Ensure()
    {
        await using var connection = await Administrate();
        if (!await Exists(connection, Seed)) await MakeSeed(connection);
        if (!await Exists(connection, Name)) await Copy(connection);
        return connection.ServerVersion;
    }

    /// <summary>Makes it again from the seed. Connections to it are ended.</summary>
    public async Task Reset()
    {
        await using var connection = await Administrate();
        await Run(connection, $"DROP DATABASE IF EXISTS {Name} WITH (FORCE)");
        await Copy(connection);
        try
        {
            await Run(connection, "CHECKPOINT");
        }
        catch (PostgresException error) when (error.SqlState == PrivilegeMissing)
        {
            // A user's server may reserve it: then a checkpoint may fall into the run.
        }
    }

    // One process at a time: several instances start at once. The lock ends with the connection.
    private async Task<NpgsqlConnection> Administrate()
    {
        var connection = new NpgsqlConnection(_administration);
        try
        {
            await connection.OpenAsync();
            await Run(connection, string.Create(CultureInfo.InvariantCulture, $"SELECT pg_advisory_lock({LockKey})"));
            return connection;
        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }
    }

    private Task Copy(NpgsqlConnection connection) => Run(connection, $"CREATE DATABASE {Name} TEMPLATE {Seed} STRATEGY wal_log");

    // It gets its name when it is complete: what a crash leaves is no seed.
    private async Task MakeSeed(NpgsqlConnection administration)
    {
        var draft = $"draft_{_hash}";
        await Run(administration, $"DROP DATABASE IF EXISTS {draft} WITH (FORCE)");
        await Run(administration, $"CREATE DATABASE {draft}");
        var target = new NpgsqlConnectionStringBuilder(_administration) { Database = draft }.ConnectionString;
        await using (var connection = new NpgsqlConnection(target))
        {
            await connection.OpenAsync();
            await Fill(connection);
            await Run(connection, "VACUUM (FREEZE, ANALYZE)");
        }

        await Run(administration, $"ALTER DATABASE {draft} RENAME TO {Seed}");
    }

    private async Task Fill(NpgsqlConnection connection)
    {
        var layout = ItemLayout.Of(_settings.Layout);
        foreach (var table in layout.Tables)
            await Run(connection, table);
        await layout.Copy(connection, _settings.Rows);
        foreach (var index in _settings.IsIndexed ? layout.Indexes : [])
            await Run(connection, index);
        foreach (var statement in RoleTables.Statements())
            await Run(connection, statement);
    }

    private static async Task<bool> Exists(NpgsqlConnection connection, string database)
    {
        await using var command = new NpgsqlCommand("SELECT 1 FROM pg_database WHERE datname = $1", connection);
        command.Parameters.Add(new NpgsqlParameter { Value = database });
        return await command.ExecuteScalarAsync() is not null;
    }

    private static async Task Run(NpgsqlConnection connection, string statement)
    {
        await using var command = new NpgsqlCommand(statement, connection) { CommandTimeout = 0 };
        await command.ExecuteNonQueryAsync();
    }
}
