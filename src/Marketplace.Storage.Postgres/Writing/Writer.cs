using Marketplace.Grains.Formats;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Journaling;
using Microsoft.Extensions.Logging;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>
/// Writes in batches, a transaction each: while one is under way the next one gathers, so the more there is to write, the more share a
/// commit. There is one write of a grain in the queue at most: later saves take its place.
/// </summary>
internal sealed class Writer : IAsyncDisposable
{
    // As much as may be under way: then a database that can't keep up is refused work.
    private const int QueueMax = 100_000;
    private const int BatchMax = 5_000;

    // So many versions a writer can give: more than it lives to.
    private const int VersionBits = 40;

    // A commit costs the server much whatever is in it, so few wait for others: from one group commit to the next, at most.
    private const int Few = 8;
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(2);

    // About what a change takes that is not encoded.
    private const int BytesOfChange = 1_024;

    private readonly WorkQueue<QueuedWrite> _queue = new(QueueMax);
    private readonly StateChanges _changes = new();
    private readonly BatchWriter _batches;
    private readonly Database _database;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private Task _loop = Task.CompletedTask;
    private long _number;
    private long _versions;
    private volatile StorageUnavailableException? _failure;

    /// <param name="journal">Where batches become durable before they are in the tables; null if there is none.</param>
    public Writer(Database database, Journal? journal, TimeProvider time, ILogger logger)
    {
        (_database, _time, _logger) = (database, time, logger);
        _batches = new BatchWriter(database, journal, time, logger);
    }

    /// <summary>What is decided and not stored yet.</summary>
    public PendingStates Pending { get; } = new();

    /// <summary>Ends when what is decided can't be stored, or nothing at all: the silo can't go on. Its result says why.</summary>
    public TaskCompletionSource<string> Broken { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Whether what is decided now is likely to be stored soon.</summary>
    public bool IsKeepingUp => _failure is null && !_queue.IsFull && !IsStuck;

    private bool IsStuck => _batches.IsStuck || _database.Applier is { IsStuck: true };

    /// <summary>Number of this writer.</summary>
    public long Number => _batches.Writer;

    /// <summary>Gives a version to a state that other silos may write too: one that no state has had.</summary>
    public long NextVersion() => (Number << VersionBits) | Interlocked.Increment(ref _versions);

    /// <summary>Begins to write.</summary>
    /// <param name="writer">Number of this writer, higher than those of earlier ones.</param>
    public void Start(long writer)
    {
        _batches.Writer = writer;
        _loop = Run(writer);
    }

    /// <summary>Adds a write.</summary>
    /// <exception cref="StorageUnavailableException">Too many wait, or the silo stops.</exception>
    public void Add(QueuedWrite write)
    {
        if (_failure is { } failure)
            throw failure;

        if (!_queue.TryAdd(write, write.IsDecided))
            throw Behind();
    }

    /// <summary>Nothing can be decided while what was decided before can't be stored.</summary>
    /// <exception cref="StorageUnavailableException">That is so.</exception>
    public void ThrowIfStuck()
    {
        if (_failure is { } failure)
            throw failure;

        if (_queue.IsFull)
            throw Behind();

        if (IsStuck)
            throw _database.Outage.Failure(new TimeoutException("Transactions that were decided are not stored yet."), isOutcomeUnknown: false);
    }

    /// <summary>Writes nothing more: the silo can't go on.</summary>
    public void Break(StorageUnavailableException failure)
    {
        _failure = failure;
        Broken.TrySetResult(failure.Message);
    }

    /// <summary>Ends when everything is written.</summary>
    public async ValueTask DisposeAsync()
    {
        _queue.Close();
        _batches.IsClosing = true;
        await _loop;
        await _batches.DisposeAsync();
        _changes.Dispose();
    }

    private StorageUnavailableException Behind()
    {
        _database.Outage.Count();
        return new($"PostgreSQL at {_database.Name} is behind by {QueueMax} writes, or this silo is stopping; nothing was written.");
    }

    private async Task Run(long writer)
    {
        var (isJournaled, last, begun) = (_database.Mode == WriteMode.Journaled, 0, 0L);
        while (await _queue.Wait())
        {
            // Who is alone does not wait for others.
            if (isJournaled && last > 1 && Period - _time.GetElapsedTime(begun) is var left && left > TimeSpan.Zero)
                await _queue.Gather(Few, left, _time);

            // Those who have just been answered, or are about to hand over, come first: the more go together, the less it costs.
            if (isJournaled)
                await Task.Yield();

            // Versions of states made by other writers, and by this one earlier, are all lower or in another range.
            if (_database.Applier is { } applier)
                await applier.Room();

            begun = _time.GetTimestamp();
            var batch = new Batch(++_number, (writer << 32) + _number, _changes) { KeepsUnits = _database.Mode == WriteMode.Direct };
            Fill(batch);
            last = batch.Count;
            await Write(batch);
        }
    }

    private void Fill(Batch batch)
    {
        while (batch.Size < BatchMax && _queue.TryTake(out var write))
        {
            if (_failure is { } failure)
                write.Fail(failure);
            else
                write.Join(batch);
        }
    }

    private void Defer(Batch batch)
    {
        _database.Applier!.Add(batch.FirstVersion, batch.Services, batch.Size * BytesOfChange);
        batch.Complete();
    }

    private async Task Write(Batch batch)
    {
        try
        {
            // A state that can't be written is the end of its activation, and of no other, unless it was decided.
            batch.Close(_logger.WriteFailed);
            if (batch.IsEmpty)
                batch.Complete();
            else if (_database.Mode == WriteMode.Deferred)
                Defer(batch);
            else
                await _batches.Write(batch);
        }
        catch (Exception exception)
        {
            _logger.BatchFailed(exception, batch.Count, _database.Name);
            var failure = exception as StorageUnavailableException ?? _database.Outage.Failure(exception, isOutcomeUnknown: false);
            if (batch.IsDecided)
            {
                // What others have built on it in memory must not be stored without it.
                Break(failure);
            }

            batch.Fail(failure);
        }
    }
}
