using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Journaling;
using Npgsql;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>The connection of a writer.</summary>
internal sealed class BatchConnection(Database database, TimeProvider time) : IBatchServer
{
    private static readonly TimeSpan Idle = TimeSpan.FromMilliseconds(100);

    private readonly string _schema = Services.Schema(database.Services[0]);
    private readonly WritingConnection _connection = new(database);
    private long _answered;

    public bool IsInDoubt { get; private set; }

    private bool IsJournaled => database.Mode == WriteMode.Journaled;

    // A transaction that is under way still holds the lock of this row until its end.
    public async Task<long?> LastBatch()
    {
        var connection = await Connect();
        await using var question = new NpgsqlCommand($"SELECT batch FROM {_schema}.writer WHERE id = $1 FOR UPDATE", connection);
        question.Parameters.Add(Sql.Number(database.Guard.Writer));
        return (long?)await question.ExecuteScalarAsync();
    }

    public async Task Append(long batch, int turn, JournalEntry entry)
    {
        var connection = await Connect();
        await using var statements = new NpgsqlBatch(connection);
        Note(statements, batch, time.GetUtcNow());
        JournalTables.Append(statements, _schema, turn, entry);
        await Commit(connection, () => Send(statements));
    }

    public async Task Write(Batch batch)
    {
        var connection = await Connect();
        await using var statements = new NpgsqlBatch(connection);
        var now = time.GetUtcNow();
        Note(statements, batch.Number, now);
        if (IsJournaled)
            JournalTables.Note(statements, _schema, database.Guard.Writer, batch.FirstVersion, now);

        if (batch.Emptied is { } emptied)
        {
            Statements.Empty(statements, database.Services, emptied);
            await Commit(connection, () => Send(statements));
            return;
        }

        if (IsJournaled)
        {
            await Commit(connection, () => WriteMany(connection, statements, batch));
            return;
        }

        if (batch.Writers is { Count: > 0 } writers)
            Statements.CheckWriters(statements, _schema, writers);

        foreach (var service in batch.Services)
            Statements.Add(statements, database, service);

        await Commit(connection, () => Send(statements));
    }

    public Task<Dictionary<long, long>> Versions(ServiceBatch service) =>
        Versions(database.Layout.Versions(service.Service), service.States.ConvertAll(static state => state.Grain));

    public Task<Dictionary<long, long>> PreparedVersions(ServiceBatch service) => Versions(
        $"SELECT grain, version FROM {Services.Schema(service.Service)}.prepared WHERE grain = ANY ($1)",
        [.. service.Prepared.Select(static row => row.Grain)]);

    public async Task<List<long>> Living(List<long> writers)
    {
        var living = new List<long>();
        await using var question = new NpgsqlCommand($"SELECT id FROM {_schema}.writer WHERE id = ANY ($1)", await Connect());
        question.Parameters.Add(Sql.Column(writers, static writer => writer));
        await using var rows = await question.ExecuteReaderAsync();
        while (await rows.ReadAsync())
            living.Add(rows.GetInt64(0));

        return living;
    }

    public StorageUnavailableException Lose(bool isOutcomeUnknown) => database.Guard.Lose(isOutcomeUnknown);

    public ValueTask Disconnect() => _connection.Disconnect();

    private async Task<Dictionary<long, long>> Versions(string statement, List<long> grains)
    {
        var versions = new Dictionary<long, long>();
        await using var question = new NpgsqlCommand(statement, await Connect());
        question.Parameters.Add(Sql.Column(grains, static grain => grain));
        await using var rows = await question.ExecuteReaderAsync();
        while (await rows.ReadAsync())
            versions.Add(rows.GetInt64(0), rows.GetInt64(1));

        return versions;
    }

    private ValueTask<NpgsqlConnection> Connect()
    {
        IsInDoubt = false;
        return _connection.Connect();
    }

    private void Note(NpgsqlBatch statements, long batch, DateTimeOffset now) =>
        Statements.Note(statements, _schema, database.Guard.Writer, batch, now.UtcTicks);

    private async Task Commit(NpgsqlConnection connection, Func<Task> transaction)
    {
        await MakeSure(connection);
        try
        {
            await transaction();
            _answered = time.GetTimestamp();
        }
        catch (PostgresException exception)
        {
            // The server refused, so it is not in doubt; unless the server went down.
            IsInDoubt = exception.InvariantSeverity != "ERROR";
            throw;
        }
    }

    // One round trip, which the server takes as one transaction.
    private Task Send(NpgsqlBatch statements)
    {
        IsInDoubt = true;
        return statements.ExecuteNonQueryAsync();
    }

    private async Task WriteMany(NpgsqlConnection connection, NpgsqlBatch statements, Batch batch)
    {
        await using var transaction = await connection.BeginTransactionAsync();
        await TableWriter.Write(connection, statements, database, batch.Services);
        IsInDoubt = true;
        await transaction.CommitAsync();
    }

    // Whether a connection was lost is learned by using it. After a pause that costs little, and then no batch is in doubt for it.
    private async ValueTask MakeSure(NpgsqlConnection connection)
    {
        if (time.GetElapsedTime(_answered) > Idle)
        {
            await using var question = new NpgsqlCommand("SELECT 1", connection);
            await question.ExecuteScalarAsync();
        }
    }
}
