using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Journaling;
using Microsoft.Extensions.Logging;
using Npgsql;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>Writes one batch after the other, each once whatever happens to the connection.</summary>
/// <param name="journal">Where batches become durable before they are in the tables; null if they are written there at once.</param>
internal sealed class BatchWriter(Database database, Journal? journal, TimeProvider time, ILogger logger) : IAsyncDisposable
{
    /// <summary>
    /// So much at once is an import, or what has gathered during an outage. It goes into the tables at once: it would be written twice otherwise, and
    /// nothing of it would collapse.
    /// </summary>
    public const int LargeMin = 2_000;

    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Idle = TimeSpan.FromMilliseconds(100);

    // The plans are made for any number of rows: by index, row by row.
    private const string Setup = "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off";

    private readonly string _schema = Services.Schema(database.Services[0]);
    private NpgsqlConnection? _connection;
    private long _answered;
    private bool _isCommitting;

    /// <summary>Number of this writer.</summary>
    public long Writer { get; set; }

    /// <summary>Whether a batch that is decided has been tried for longer than an outage may last.</summary>
    public bool IsStuck { get; private set; }

    /// <summary>Whether the silo stops: nothing is tried for ever.</summary>
    public bool IsClosing { get; set; }

    /// <summary>Writes a batch. States that somebody else has written fail by themselves.</summary>
    /// <exception cref="StorageUnavailableException">The database was away for too long, or another silo has taken over.</exception>
    public async Task Write(Batch batch)
    {
        var pause = FirstPause;
        var isJournaled = journal is not null && (batch.Size < LargeMin || !await AreTablesComplete());
        var entry = isJournaled ? journal!.Encode(batch) : default;
        while (true)
        {
            try
            {
                _isCommitting = false;
                var connection = await Connect();
                if ((batch.IsInDoubt && await IsStored(connection, batch)) || await TryWrite(connection, batch, isJournaled, entry))
                {
                    database.Outage.Over();
                    IsStuck = false;
                    if (isJournaled)
                    {
                        journal!.Appended(batch.FirstVersion);
                        database.Applier!.Add(batch.FirstVersion, batch.Services, entry.Length);
                    }

                    batch.Complete();
                    return;
                }
            }
            catch (Exception exception) when (Outage.IsPassing(exception))
            {
                batch.IsInDoubt |= _isCommitting;
                await Disconnect();
                if (!database.Outage.MayRetry())
                {
                    IsStuck = batch.IsDecided && !IsClosing;
                    if (!IsStuck)
                        throw database.Outage.Failure(exception, batch.IsInDoubt);
                }

                logger.Retrying(exception.Message, batch.Count, database.Name);
                await Task.Delay(pause, time);
                pause = pause + pause < LongestPause ? pause + pause : LongestPause;
            }
            catch
            {
                await Disconnect();
                throw;
            }
        }
    }

    public ValueTask DisposeAsync() => Disconnect();

    private async ValueTask<NpgsqlConnection> Connect()
    {
        if (_connection is null)
        {
            _connection = await database.Source.OpenConnectionAsync();
            await using var setup = new NpgsqlCommand(Setup, _connection);
            await setup.ExecuteNonQueryAsync();
        }

        return _connection;
    }

    private async ValueTask Disconnect()
    {
        if (_connection is { } connection)
        {
            _connection = null;
            await connection.DisposeAsync();
        }
    }

    // A transaction whose commit was not answered may be under way still: then it holds the lock of this row until its end.
    private async Task<bool> IsStored(NpgsqlConnection connection, Batch batch)
    {
        await using var question = new NpgsqlCommand($"SELECT batch FROM {_schema}.writer WHERE id = $1 FOR UPDATE", connection);
        question.Parameters.Add(new NpgsqlParameter<long> { TypedValue = Writer });
        return await question.ExecuteScalarAsync() is long stored
            ? stored >= batch.Number
            : throw database.Guard.Lose(isOutcomeUnknown: batch.IsInDoubt);
    }

    // Whether they have all that is in the journal, so that what comes now may go there. Not while the database is away.
    private async Task<bool> AreTablesComplete()
    {
        try
        {
            await database.Applier!.Applied();
            return true;
        }
        catch (StorageUnavailableException)
        {
            return false;
        }
    }

    // False if somebody else has written states of the batch: they are out of it, and the rest is to be written.
    private async Task<bool> TryWrite(NpgsqlConnection connection, Batch batch, bool isJournaled, ReadOnlyMemory<byte> entry)
    {
        await using var statements = new NpgsqlBatch(connection);
        var now = time.GetUtcNow();
        Statements.Note(statements, _schema, Writer, batch.Number, now.UtcTicks);
        if (isJournaled)
        {
            journal!.Append(statements, batch.FirstVersion, entry);
        }
        else if (journal is not null)
        {
            journal.Note(statements, Writer, batch.FirstVersion, now);
        }
        else
        {
            if (batch.Writers is { Count: > 0 } writers)
                Statements.CheckWriters(statements, _schema, writers);

            foreach (var service in batch.Services)
                Statements.Add(statements, database, service);
        }

        await MakeSure(connection);
        try
        {
            await (isJournaled || journal is null ? Commit(statements) : WriteTables(connection, statements, batch));
            _answered = time.GetTimestamp();
            return true;
        }
        catch (PostgresException exception)
        {
            // The server refused, so it is not in doubt; unless the server went down.
            _isCommitting = exception.InvariantSeverity != "ERROR";
            if (exception.SqlState != Sql.Mismatch)
                throw;
        }

        // The first try of a batch may have come through after all, later than it was looked for.
        if (await IsStored(connection, batch))
            return true;

        await TakeOutConflicts(connection, batch);
        return batch.Count == 0;
    }

    // One round trip, which the server takes as one transaction.
    private Task Commit(NpgsqlBatch statements)
    {
        _isCommitting = true;
        return statements.ExecuteNonQueryAsync();
    }

    private async Task WriteTables(NpgsqlConnection connection, NpgsqlBatch statements, Batch batch)
    {
        await using var transaction = await connection.BeginTransactionAsync();
        await TableWriter.Write(connection, statements, database, batch.Services);
        _isCommitting = true;
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

    private async Task TakeOutConflicts(NpgsqlConnection connection, Batch batch)
    {
        var found = new List<(string Service, long Grain)>();
        foreach (var service in batch.Services.Where(service => journal is null && service.States.Count > 0))
        {
            var grains = service.States.ConvertAll(static state => state.Grain);
            var stored = await Versions(connection, database.Layout.Versions(service.Service), grains);
            foreach (var state in service.States)
            {
                long? expected = state.Kind == StateRowKind.Made ? null : state.Version;
                var version = stored.TryGetValue(state.Grain, out var there) ? there : (long?)null;
                if (version != expected)
                    found.Add((service.Service, state.Grain));
            }
        }

        foreach (var service in batch.Services.Where(service => journal is null && service.Prepared.Count > 0))
        {
            var stored = await Versions(
                connection,
                $"SELECT grain, version FROM {Services.Schema(service.Service)}.prepared WHERE grain = ANY ($1)",
                [.. service.Prepared.Select(static row => row.Grain)]);
            found.AddRange(service.Prepared
                .Where(row => stored.GetValueOrDefault(row.Grain) != row.Version)
                .Select(row => (service.Service, row.Grain)));
        }

        var gone = await Gone(connection, batch.Writers);
        foreach (var (service, grain) in found)
        {
            logger.Conflict(service, grain);
            database.Outage.Count();
            batch.TakeOut(service, grain, new StorageConflictException(
                $"The {service} {grain} was written by another silo since this one loaded it; nothing was written."));
        }

        foreach (var writer in gone)
            batch.TakeOut(writer, new StorageConflictException("A silo that took part is gone; nothing was written."));

        if (found.Count + gone.Count == 0)
            throw new InvalidOperationException("A batch concerned other rows than it should, though no state was written by somebody else.");
    }

    private async Task<List<long>> Gone(NpgsqlConnection connection, List<long> writers)
    {
        if (writers.Count == 0)
            return writers;

        await using var question = new NpgsqlCommand($"SELECT id FROM {_schema}.writer WHERE id = ANY ($1)", connection);
        question.Parameters.Add(Sql.Column(writers, static writer => writer));
        await using var rows = await question.ExecuteReaderAsync();
        while (await rows.ReadAsync())
            writers.Remove(rows.GetInt64(0));

        return writers;
    }

    private static async Task<Dictionary<long, long>> Versions(NpgsqlConnection connection, string statement, List<long> grains)
    {
        var versions = new Dictionary<long, long>();
        await using var question = new NpgsqlCommand(statement, connection);
        question.Parameters.Add(Sql.Column(grains, static grain => grain));
        await using var rows = await question.ExecuteReaderAsync();
        while (await rows.ReadAsync())
            versions.Add(rows.GetInt64(0), rows.GetInt64(1));

        return versions;
    }
}
