using Npgsql;

namespace Marketplace.Records.Stores.Postgres;

/// <summary>
/// The calls of Npgsql that wait for the server. Asynchronous ones give the thread free meanwhile; blocking ones hold it, so that what they
/// return is done, and a method that awaits nothing else runs to its end on the thread of its caller.
/// </summary>
internal sealed class NpgsqlCalls(bool isBlocking)
{
    public ValueTask<NpgsqlConnection> Open(NpgsqlDataSource source) =>
        isBlocking ? new(source.OpenConnection()) : source.OpenConnectionAsync();

    public ValueTask<NpgsqlDataReader> Read(NpgsqlBatch batch) => isBlocking ? new(batch.ExecuteReader()) : new(batch.ExecuteReaderAsync());

    public ValueTask<int> Execute(NpgsqlBatch batch) => isBlocking ? new(batch.ExecuteNonQuery()) : new(batch.ExecuteNonQueryAsync());

    public ValueTask<bool> NextRow(NpgsqlDataReader rows) => isBlocking ? new(rows.Read()) : new(rows.ReadAsync());

    public ValueTask<bool> NextResult(NpgsqlDataReader rows) => isBlocking ? new(rows.NextResult()) : new(rows.NextResultAsync());

    public ValueTask Close(NpgsqlDataReader rows)
    {
        if (!isBlocking) return rows.DisposeAsync();
        rows.Dispose();
        return ValueTask.CompletedTask;
    }

    /// <summary>Gives a connection back to the pool.</summary>
    public ValueTask Close(NpgsqlConnection connection)
    {
        if (!isBlocking) return connection.DisposeAsync();
        connection.Dispose();
        return ValueTask.CompletedTask;
    }
}
