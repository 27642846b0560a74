using System.Collections.Immutable;
using System.Globalization;
using System.Runtime.CompilerServices;
using Marketplace.Grains;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.AuditLogging;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Npgsql;

namespace Marketplace.Storage.Postgres.AuditLogging;

/// <summary>
/// Logs for the services that connect alike, in batches: a transaction and a round trip each. What it can't write it tries again until
/// it can: after an outage of the database each record is there once.
/// </summary>
internal sealed class LogWriter : IAsyncDisposable
{
    private const int BatchMax = 8_000;
    private const int ReadMax = 1_000;
    private const long MemoryBytesMax = 16 << 20;

    // A log is not urgent: records that come together share a commit.
    private static readonly TimeSpan Gathering = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(5);

    private readonly NpgsqlDataSource _source;
    private readonly Guard _guard;
    private readonly LogQueue _queue;
    private readonly TimeSpan _timeout;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly string _name;

    // Held by whoever writes to the tables. Before it: what was taken from the queue and is not written yet.
    private readonly SemaphoreSlim _turn = new(1, 1);
    private readonly List<LogRow> _batch = new(BatchMax);
    private Dictionary<string, long> _writers = [];
    private Task _loop = Task.CompletedTask;
    private string? _problem;

    // Since when nothing could be written; 0 if the last batch was.
    private long _failingSince;

    // Whether the commit of what was taken was not answered.
    private bool _isInDoubt;
    private long _numbered;

    /// <summary>Makes one; it does nothing before its start.</summary>
    /// <param name="file">Where records wait that are too many for the memory.</param>
    public LogWriter(
        string connectionString, ImmutableArray<string> services, IArchiveFile file, AuditLogOptions options, TimeProvider time, ILogger logger)
    {
        (_timeout, _time, _logger, Services) = (options.Postgres.Timeout, time, logger, services);
        var seconds = Math.Max(1, (int)_timeout.TotalSeconds);
        var settings = new NpgsqlConnectionStringBuilder(connectionString) { CommandTimeout = seconds, Timeout = Math.Min(seconds, 30) };
        settings.ApplicationName ??= "marketplace";
        _name = string.Create(CultureInfo.InvariantCulture, $"{settings.Host}:{settings.Port}, database {settings.Database}");
        _source = Sessions.Open(settings);
        _guard = new Guard(settings, services, options.Postgres.Owner, _name, time);
        _queue = new LogQueue(file, options.SpoolBytesMax, MemoryBytesMax);
    }

    /// <summary>Whose records it writes.</summary>
    public ImmutableArray<string> Services { get; }

    /// <summary>Makes the tables, and begins to write.</summary>
    /// <param name="lifetime">Ends when another silo has taken over.</param>
    /// <exception cref="StorageUnavailableException">PostgreSQL can't be used, or has been away for the whole time-out.</exception>
    public async Task Start(IHostApplicationLifetime lifetime, CancellationToken cancellationToken)
    {
        _writers = await _guard.OpenWithin(
            () => _guard.Open(
                static (_, _) => Task.CompletedTask,
                (connection, _) => LogTable.SetUp(connection, Services, cancellationToken),
                cancellationToken),
            _timeout,
            " for the audit log",
            _logger,
            cancellationToken);
        _loop = Run();
        _ = StopWhenLost(lifetime);
    }

    /// <inheritdoc cref="IAuditLog.Append(LogRecord)"/>
    public ValueTask Append(LogRecord record) => _queue.TryAdd(record) is { } room ? Wait(record, room) : default;

    /// <summary>
    /// Names a record that is written with its transaction. The queue's records are counted apart, so their writer has another number: the
    /// same below 0.
    /// </summary>
    public LogWrite Number(LogRecord record)
    {
        var service = LogTable.ServiceOf(record.Type);
        return new LogWrite(service, -_writers[service], new LogRow(Interlocked.Increment(ref _numbered), record));
    }

    /// <inheritdoc cref="ILogRoom.MakeSureOfRoom"/>
    public void MakeSureOfRoom()
    {
        ThrowIfLost();
        if (_queue.IsFull && Volatile.Read(ref _failingSince) is > 0 and var since && _time.GetElapsedTime(since) > _timeout)
        {
            var reason = _queue.FileFailure ?? _problem ?? "it is slower than what is logged";
            throw new StorageUnavailableException(
                $"The audit log has no room: {_queue.Added - _queue.Done} records wait for PostgreSQL at {_name} ({reason}); nothing was done.");
        }
    }

    /// <inheritdoc cref="IAuditLog.Flush"/>
    public async Task Flush(CancellationToken cancellationToken)
    {
        var (end, since) = (_queue.Added, _time.GetTimestamp());
        while (_queue.Done < end)
        {
            ThrowIfLost();
            if (_time.GetElapsedTime(since) > _timeout)
            {
                throw new StorageUnavailableException(
                    $"{end - _queue.Done} records of the audit log are not in PostgreSQL at {_name} yet ({_problem ?? "it is busy"}).");
            }

            await Task.Delay(Look, _time, cancellationToken);
        }
    }

    /// <inheritdoc cref="IAuditLog.Clear"/>
    public async Task Clear()
    {
        await _turn.WaitAsync();
        try
        {
            _batch.Clear();
            _queue.Clear();
            _isInDoubt = false;
            await using var truncate = _source.CreateBatch();
            _guard.AddCheck(truncate);
            Sql.Add(truncate, $"TRUNCATE {string.Join(", ", Services.Select(LogTable.Of))}");
            await truncate.ExecuteNonQueryAsync();
        }
        catch (PostgresException exception) when (exception.SqlState == Sql.Mismatch)
        {
            throw _guard.Lose(isOutcomeUnknown: false);
        }
        catch (Exception exception) when (exception is NpgsqlException or TimeoutException)
        {
            throw new StorageUnavailableException($"The audit log in PostgreSQL at {_name} can't be emptied: {exception.Message}", exception);
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>Reads what is logged of a type.</summary>
    public async IAsyncEnumerable<LogRecord> Read(string type, KeyFilter filter, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var (writer, number) = (long.MinValue, 0L);
        List<(long Writer, long Number, LogRecord? Record)> piece;
        do
        {
            cancellationToken.ThrowIfCancellationRequested();
            piece = await ReadPiece(type, (writer, number), filter);
            foreach (var row in piece)
            {
                (writer, number) = (row.Writer, row.Number);
                if (row.Record is not null)
                    yield return row.Record;
            }
        }
        while (piece.Count == ReadMax);
    }

    /// <summary>Writes what waits, if the database is there, and ends.</summary>
    public async Task Stop(CancellationToken cancellationToken)
    {
        try
        {
            await Flush(cancellationToken);
        }
        catch (Exception exception) when (exception is StorageUnavailableException or OperationCanceledException)
        {
            _logger.LogLost(_queue.Added - _queue.Done, _name);
        }

        _queue.Close();
        await _loop;
    }

    public async ValueTask DisposeAsync()
    {
        _queue.Close();
        await _loop;
        _queue.Dispose();
        _turn.Dispose();
        await _guard.DisposeAsync();
        await _source.DisposeAsync();
    }

    private void ThrowIfLost()
    {
        if (_guard.Lost.Task.IsCompleted)
            throw _guard.Lose(isOutcomeUnknown: false);
    }

    private async Task StopWhenLost(IHostApplicationLifetime lifetime)
    {
        _logger.Broken((await _guard.Lost.Task).Message);
        lifetime.StopApplication();
    }

    private async ValueTask Wait(LogRecord record, Task room)
    {
        for (Task? next = room; next is not null; next = _queue.TryAdd(record))
            await next;
    }

    private async Task Run()
    {
        var pause = FirstPause;
        while (await _queue.Wait())
        {
            if (_queue.Added - _queue.Done < BatchMax)
                await Task.Delay(Gathering, _time);

            if (await TryWrite() is not { } problem)
            {
                (pause, _problem) = (FirstPause, null);
                Volatile.Write(ref _failingSince, 0);
                continue;
            }

            _problem = problem.Message;
            if (_failingSince == 0)
                Volatile.Write(ref _failingSince, _time.GetTimestamp());

            _logger.LogWaits(problem.Message, _queue.Added - _queue.Done, _name);
            await Task.Delay(pause, _time);
            pause = pause + pause < LongestPause ? pause + pause : LongestPause;
        }
    }

    private async Task<List<(long Writer, long Number, LogRecord? Record)>> ReadPiece(
        string type, (long Writer, long Number) after, KeyFilter filter)
    {
        var since = _time.GetTimestamp();
        while (true)
        {
            try
            {
                return await TryReadPiece(type, after, filter);
            }
            catch (Exception exception) when (exception is NpgsqlException or TimeoutException)
            {
                // A connection that nobody has used since the server was away is broken still.
                if (!Outage.IsPassing(exception) || _time.GetElapsedTime(since) > _timeout)
                    throw new StorageUnavailableException($"The audit log in PostgreSQL at {_name} can't be read: {exception.Message}", exception);
            }

            await Task.Delay(FirstPause, _time);
        }
    }

    // A record is null if it is of a customer who was not asked for. Why these are left out here, and why there are no parameters and nothing
    // to cancel, is said in PostgresArchive.
    private async Task<List<(long Writer, long Number, LogRecord? Record)>> TryReadPiece(
        string type, (long Writer, long Number) after, KeyFilter filter)
    {
        var piece = new List<(long, long, LogRecord?)>(ReadMax);
        await using var question = _source.CreateCommand(string.Create(
            CultureInfo.InvariantCulture,
            $"SELECT writer, number, key, customer, tid, time, CASE WHEN customer % {filter.Divisor} = {filter.Remainder} THEN value END "
            + $"FROM {LogTable.Of(LogTable.ServiceOf(type))} "
            + $"WHERE (writer, number) > ({after.Writer}, {after.Number}) ORDER BY writer, number LIMIT {ReadMax}"));
        await using var rows = await question.ExecuteReaderAsync();
        while (await rows.ReadAsync())
        {
            var record = await rows.IsDBNullAsync(6)
                ? null
                : new LogRecord(
                    type, rows.GetString(2), rows.GetInt32(3), rows.GetString(4), rows.GetDateTime(5), rows.GetFieldValue<byte[]>(6));
            piece.Add((rows.GetInt64(0), rows.GetInt64(1), record));
        }

        return piece;
    }

    // Null if it was written. Whatever is wrong, it is tried again: nothing that was committed may be missing in the log.
    private async Task<Exception?> TryWrite()
    {
        await _turn.WaitAsync();
        try
        {
            if (_batch.Count == 0)
                _queue.Dequeue(_batch, BatchMax);

            if (_batch.Count > 0)
            {
                await Write();
                _queue.Complete(_batch.Count);
                _batch.Clear();
            }

            return null;
        }
        catch (PostgresException exception) when (exception.SqlState == Sql.Mismatch)
        {
            return _guard.Lose(isOutcomeUnknown: false);
        }
        catch (Exception exception)
        {
            return exception;
        }
        finally
        {
            _turn.Release();
        }
    }

    private async Task Write()
    {
        await using var connection = await _source.OpenConnectionAsync();
        await using var transaction = await connection.BeginTransactionAsync();
        await using var statements = new NpgsqlBatch(connection, transaction);
        var copied = new List<Func<Task>>();
        _guard.AddCheck(statements);
        foreach (var part in _batch.GroupBy(static row => LogTable.ServiceOf(row.Record.Type), StringComparer.Ordinal))
        {
            var (service, writer, rows) = (part.Key, _writers[part.Key], part.ToList());
            if (_isInDoubt || rows.Count < LogTable.CopyMin)
                statements.BatchCommands.Add(LogTable.Insert(service, writer, rows));
            else
                copied.Add(() => LogTable.Copy(connection, service, writer, rows));
        }

        // Until it is known that nothing of it is there.
        _isInDoubt = true;
        await statements.ExecuteNonQueryAsync();
        foreach (var copy in copied)
            await copy();

        await transaction.CommitAsync();
        _isInDoubt = false;
    }
}
