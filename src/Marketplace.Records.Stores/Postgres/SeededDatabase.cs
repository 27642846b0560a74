using System.Globalization;
using Npgsql;

namespace Marketplace.Records.Stores.Postgres;

/// <summary>
/// The database of a store. It is copied from a seed, which is made once for each layout and size, so that each run begins with the same
/// bytes, no bloat, and statistics in place.
/// </summary>
internal sealed class SeededDatabase
{
    private const long LockKey = 0x5265636F726473; // "Records"
    private const string PrivilegeMissing = "42501";

    private readonly Func<NpgsqlConnection, Task> _fill;
    private readonly string _administration;
    private readonly string _hash;

    /// <summary>That of items and roles.</summary>
    public SeededDatabase(RecordsSettings settings)
        : this(settings, "", connection => Fill(connection, settings))
    {
    }

    /// <summary>One with other tables.</summary>
    /// <param name="content">Tells it from databases with the same layout and size.</param>
    /// <param name="fill">Makes and fills its tables.</param>
    public SeededDatabase(RecordsSettings settings, string content, Func<NpgsqlConnection, Task> fill)
    {
        _fill = fill;
        _hash = DatabaseName.Hash(settings, content);
        _administration = new NpgsqlConnectionStringBuilder(settings.Postgres) { Pooling = false }.ConnectionString;
    }

    /// <summary>Its name.</summary>
    public string Name => DatabaseName.Prefix + _hash;

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
        await Checkpoint(connection);
    }

    /// <summary>Frees what updates of a table have left behind, and writes all to the disk.</summary>
    public async Task CleanUp(string table)
    {
        await using var connection = await Connect(Name);
        await Run(connection, $"VACUUM {table}");
        await Checkpoint(connection);
    }

    private static async Task Checkpoint(NpgsqlConnection connection)
    {
        try
        {
            await Run(connection, "CHECKPOINT");
        }
        catch (PostgresException error) when (error.SqlState == PrivilegeMissing)
        {
            // A user's server may reserve it: then a checkpoint may fall into the run.
        }
    }

    private async Task<NpgsqlConnection> Connect(string database)
    {
        var connection = new NpgsqlConnection(new NpgsqlConnectionStringBuilder(_administration) { Database = database }.ConnectionString);
        await connection.OpenAsync();
        return connection;
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
        await using (var connection = await Connect(draft))
        {
            await _fill(connection);
            await Run(connection, "VACUUM (FREEZE, ANALYZE)");
        }

        await Run(administration, $"ALTER DATABASE {draft} RENAME TO {Seed}");
    }

    private static async Task Fill(NpgsqlConnection connection, RecordsSettings settings)
    {
        var layout = ItemLayout.Of(settings.Layout);
        foreach (var table in layout.Tables)
            await Run(connection, table);
        await layout.Copy(connection, settings.Rows);
        foreach (var index in settings.IsIndexed ? layout.Indexes : [])
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
