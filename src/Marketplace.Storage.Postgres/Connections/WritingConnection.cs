using Npgsql;

namespace Marketplace.Storage.Postgres.Connections;

/// <summary>A connection that writes tables: it is opened when it is needed, and anew after it was given up.</summary>
internal sealed class WritingConnection(Database database)
{
    // The plans are made for any number of rows: by index, row by row.
    private const string Setup = "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off";

    private NpgsqlConnection? _connection;

    public async ValueTask<NpgsqlConnection> Connect()
    {
        if (_connection is null)
        {
            _connection = await database.Source.OpenConnectionAsync();
            await using var setup = new NpgsqlCommand(Setup, _connection);
            await setup.ExecuteNonQueryAsync();
        }

        return _connection;
    }

    /// <summary>Gives it up.</summary>
    public async ValueTask Disconnect()
    {
        if (_connection is { } connection)
        {
            _connection = null;
            await connection.DisposeAsync();
        }
    }
}
