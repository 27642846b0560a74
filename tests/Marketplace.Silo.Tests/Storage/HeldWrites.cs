using Npgsql;

namespace Marketplace.Silo.Tests.Storage;

/// <summary>Keeps silos from writing states: each write begins with a note in a table of its schema, and these tables are locked.</summary>
internal sealed class HeldWrites : IAsyncDisposable
{
    private readonly NpgsqlConnection _connection;

    private HeldWrites(NpgsqlConnection connection) => _connection = connection;

    /// <summary>Begins to hold.</summary>
    public static async Task<HeldWrites> Begin(string database, CancellationToken cancellationToken)
    {
        var connection = new NpgsqlConnection(database);
        await connection.OpenAsync(cancellationToken);
        var tables = string.Join(", ", await Tables(connection, cancellationToken));
        await using var hold = new NpgsqlCommand($"BEGIN; LOCK TABLE {tables} IN EXCLUSIVE MODE", connection);
        await hold.ExecuteNonQueryAsync(cancellationToken);
        return new HeldWrites(connection);
    }

    /// <summary>Holds no more.</summary>
    public ValueTask DisposeAsync() => _connection.DisposeAsync();

    private static async Task<List<string>> Tables(NpgsqlConnection connection, CancellationToken cancellationToken)
    {
        var tables = new List<string>();
        await using var question = new NpgsqlCommand(
            "SELECT schemaname || '.writer' FROM pg_tables WHERE tablename = 'writer' AND schemaname LIKE 'marketplace%' ORDER BY 1", connection);
        await using var rows = await question.ExecuteReaderAsync(cancellationToken);
        while (await rows.ReadAsync(cancellationToken))
            tables.Add(rows.GetString(0));

        return tables;
    }
}
