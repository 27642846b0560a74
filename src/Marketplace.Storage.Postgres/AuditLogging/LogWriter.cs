using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using Marketplace.Grains;
using Marketplace.Grains.AuditLogging;
using Marketplace.Protocols;
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
/// <param name="server">Where to; the writer disposes of it.</param>
/// <param name="services">Whose records it writes.</param>
/// <param name="queue">Where records wait; the writer disposes of it.</param>
/// <param name="timeout">How long the database may be away.</param>
internal sealed class LogWriter(
    ILogServer server, ImmutableArray<string> services, LogQueue queue, TimeSpan timeout, TimeProvider time, ILogger logger) : IAsyncDisposable
{
    private const int BatchMax = 8_000;
    private const int ReadMax = 1_000;

    // A log is not urgent: records that come together share a commit.
    private static readonly TimeSpan Gathering = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(5);

    // Held by whoever writes to the tables. Before it: what was taken from the queue and is not written yet.
    private readonly SemaphoreSlim _turn = new(1, 1);
    private readonly List<LogRow> _batch = [];
    private Dictionary<string, long> _writers = [];
    private Task _loop = Task.CompletedTask;
    private string? _problem;

    // Since when nothing could be written; 0 if the last batch was.
    private long _failingSince;

    // Whether the commit of what was taken was not answered.
    private bool _isInDoubt;
    private long _numbered;

    // How often the tables were to be emptied, and whether they may be later: that was sent, and not answered.
    private long _clears;
    private volatile bool _mayBeEmptied;
    private Task _rulingOut = Task.CompletedTask;

    /// <summary>Whose records it writes.</summary>
    public ImmutableArray<string> Services => services;

    /// <summary>Makes the tables, and begins to write.</summary>
    /// <param name="lifetime">Ends when another silo has taken over.</param>
    /// <exception cref="StorageUnavailableException">PostgreSQL can't be used, or has been away for the whole time-out.</exception>
    public async Task Start(IHostApplicationLifetime lifetime, CancellationToken cancellationToken)
    {
        _writers = await server.Open(services, cancellationToken);
        _loop = Run();
        _ = StopWhenLost(lifetime);
    }

    /// <inheritdoc cref="IAuditLog.Append(LogRecord)"/>
    public ValueTask Append(LogRecord record) => queue.TryAdd(record) is { } room ? Wait(record, room) : default;

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
        if (_mayBeEmptied)
        {
            throw new StorageUnavailableException(
                $"The audit log in PostgreSQL at {server.Name} may be emptied yet, for a reset that failed "
                + $"({_problem ?? "that is being ruled out"}); nothing was done.");
        }

        if (queue.IsFull && Volatile.Read(ref _failingSince) is > 0 and var since && time.GetElapsedTime(since) > timeout)
        {
            var reason = queue.FileFailure ?? _problem ?? "it is slower than what is logged";
            throw new StorageUnavailableException(
                $"The audit log has no room: {queue.Added - queue.Done} records wait for PostgreSQL at {server.Name} ({reason}); nothing was done.");
        }
    }

    /// <inheritdoc cref="IAuditLog.Flush"/>
    public async Task Flush(CancellationToken cancellationToken)
    {
        var (end, since) = (queue.Added, time.GetTimestamp());
        while (queue.Done < end)
        {
            ThrowIfLost();
            if (time.GetElapsedTime(since) > timeout)
            {
                throw new StorageUnavailableException(
                    $"{end - queue.Done} records of the audit log are not in PostgreSQL at {server.Name} yet ({_problem ?? "it is busy"}).");
            }

            await Task.Delay(Look, time, cancellationToken);
        }
    }

    /// <inheritdoc cref="IAuditLog.Clear"/>
    public async Task Clear()
    {
        await _turn.WaitAsync();
        try
        {
            _batch.Clear();
            queue.Clear();
            _isInDoubt = false;
            _mayBeEmptied = true;
            await server.Clear(services, ++_clears);
            _mayBeEmptied = false;
        }
        catch (PostgresException exception) when (exception.SqlState == Sql.Mismatch)
        {
            throw server.Lose(isOutcomeUnknown: false);
        }
        catch (Exception exception) when (exception is NpgsqlException or TimeoutException)
        {
            _rulingOut = RuleOut(_rulingOut);
            throw new StorageUnavailableException($"The audit log in PostgreSQL at {server.Name} can't be emptied: {exception.Message}", exception);
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
            var after = (writer, number);
            piece = await Ask(
                () => server.Read(type, after, ReadMax, filter), $"The audit log in PostgreSQL at {server.Name} can't be read");
            foreach (var row in piece)
            {
                (writer, number) = (row.Writer, row.Number);
                if (row.Record is not null)
                    yield return row.Record;
            }
        }
        while (piece.Count == ReadMax);
    }

    /// <inheritdoc cref="IEndsWriters.EndWriter"/>
    public Task EndWriter(long silo) => Ask(
        async () =>
        {
            await server.EndWriter(silo);
            return true;
        },
        $"A silo can't be ended as a writer of the audit log in PostgreSQL at {server.Name}");

    /// <summary>Writes what waits, if the database is there, and ends.</summary>
    public async Task Stop(CancellationToken cancellationToken)
    {
        try
        {
            await Flush(cancellationToken);
        }
        catch (Exception exception) when (exception is StorageUnavailableException or OperationCanceledException)
        {
            logger.LogLost(queue.Added - queue.Done, server.Name);
        }

        queue.Close();
        await _loop;
    }

    public async ValueTask DisposeAsync()
    {
        queue.Close();
        await _loop;
        await _rulingOut;
        queue.Dispose();
        _turn.Dispose();
        await server.DisposeAsync();
    }

    private void ThrowIfLost()
    {
        if (server.Lost.IsCompleted)
            throw server.Lose(isOutcomeUnknown: false);
    }

    private async Task StopWhenLost(IHostApplicationLifetime lifetime)
    {
        logger.Broken((await server.Lost).Message);
        lifetime.StopApplication();
    }

    private async ValueTask Wait(LogRecord record, Task room)
    {
        for (Task? next = room; next is not null; next = queue.TryAdd(record))
            await next;
    }

    private async Task Run()
    {
        var pause = FirstPause;
        while (await queue.Wait())
        {
            if (queue.Added - queue.Done < BatchMax)
                await Task.Delay(Gathering, time);

            if (await TryWrite() is not { } problem)
            {
                (pause, _problem) = (FirstPause, null);
                Volatile.Write(ref _failingSince, 0);
                continue;
            }

            _problem = problem.Message;
            if (_failingSince == 0)
                Volatile.Write(ref _failingSince, time.GetTimestamp());

            logger.LogWaits(problem.Message, queue.Added - queue.Done, server.Name);
            await Task.Delay(pause, time);
            pause = pause.DoubledUpTo(LongestPause);
        }
    }

    // Whether there are records that wait, or not: until it is done transactions are refused, as what they log could go with the rest.
    private async Task RuleOut(Task before)
    {
        await before;
        for (var pause = FirstPause; _mayBeEmptied && !queue.IsClosed; pause = pause.DoubledUpTo(LongestPause))
        {
            await Task.Delay(pause, time);
            _problem = (await TryWrite())?.Message;
        }
    }

    private async Task<T> Ask<T>(Func<Task<T>> question, string failure)
    {
        var since = time.GetTimestamp();
        while (true)
        {
            try
            {
                return await question();
            }
            catch (Exception exception) when (exception is NpgsqlException or TimeoutException)
            {
                // A connection that nobody has used since the server was away is broken still.
                if (!Outage.IsPassing(exception) || time.GetElapsedTime(since) > timeout)
                    throw new StorageUnavailableException($"{failure}: {exception.Message}", exception);
            }

            await Task.Delay(FirstPause, time);
        }
    }

    // Null if it was written. Whatever is wrong, it is tried again: nothing that was committed may be missing in the log.
    private async Task<Exception?> TryWrite()
    {
        await _turn.WaitAsync();
        try
        {
            if (_mayBeEmptied)
            {
                await server.RuleOutClear(_clears);
                _mayBeEmptied = false;
            }

            if (_batch.Count == 0)
                queue.Dequeue(_batch, BatchMax);

            if (_batch.Count > 0)
            {
                await Write();
                queue.Complete(_batch.Count);
                _batch.Clear();
            }

            return null;
        }
        catch (PostgresException exception) when (exception.SqlState == Sql.Mismatch)
        {
            return server.Lose(isOutcomeUnknown: false);
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
        var parts = _batch.GroupBy(static row => LogTable.ServiceOf(row.Record.Type), StringComparer.Ordinal)
            .Select(part => (part.Key, _writers[part.Key], part.ToList()));

        // Until it is known that nothing of it is there.
        var isInDoubt = _isInDoubt;
        _isInDoubt = true;
        await server.Write(parts, isInDoubt);
        _isInDoubt = false;
    }
}
