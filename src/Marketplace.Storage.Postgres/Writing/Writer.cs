using System.Diagnostics.CodeAnalysis;
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
/// <param name="queue">What waits to be written.</param>
/// <param name="batches">Where it is written to.</param>
/// <param name="applier">Brings what is written into the tables later; null if it is there at once.</param>
internal sealed class Writer(
    WorkQueue<QueuedWrite> queue,
    BatchWriter batches,
    WriteMode mode,
    Applier? applier,
    Outage outage,
    TimeProvider time,
    ILogger logger) : IWriteQueue, IAsyncDisposable
{
    /// <summary>As much as may be under way: then a database that can't keep up is refused work.</summary>
    public const int QueueMax = 100_000;

    private const int BatchMax = 5_000;

    // So many versions a writer can give: more than it lives to.
    private const int VersionBits = 40;

    // A commit costs the server much whatever is in it, so few wait for others while there are many: from one group commit to the next, at most.
    private const int Few = 8;
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(2);

    // About what a change takes that is not encoded.
    private const int BytesOfChange = 1_024;

    private readonly StateChanges _changes = new();
    private Task _loop = Task.CompletedTask;
    private QueuedWrite? _alone;
    private long _number;
    private long _versions;
    private volatile StorageUnavailableException? _failure;

    public PendingStates Pending { get; } = new();

    /// <summary>Ends when what is decided can't be stored, or nothing at all: the silo can't go on. Its result says why.</summary>
    public TaskCompletionSource<string> Broken { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public bool IsKeepingUp => _failure is null && !queue.IsFull && !IsStuck;

    private bool IsStuck => batches.IsStuck || applier is { IsStuck: true };

    public long Number { get; private set; }

    public long NextVersion() => (Number << VersionBits) | Interlocked.Increment(ref _versions);

    /// <summary>Begins to write.</summary>
    /// <param name="writer">Number of this writer, higher than those of earlier ones.</param>
    public void Start(long writer)
    {
        Number = writer;
        _loop = Run(writer);
    }

    public void Add(QueuedWrite write)
    {
        if (_failure is { } failure)
            throw failure;

        if (!queue.TryAdd(write, write.IsDecided))
            throw Behind();
    }

    /// <summary>Nothing can be decided while what was decided before can't be stored.</summary>
    /// <exception cref="StorageUnavailableException">That is so.</exception>
    public void ThrowIfStuck()
    {
        if (_failure is { } failure)
            throw failure;

        if (queue.IsFull)
            throw Behind();

        if (IsStuck)
            throw outage.Failure(new TimeoutException("Transactions that were decided are not stored yet."), isOutcomeUnknown: false);
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
        queue.Close();
        batches.IsClosing = true;
        await _loop;
        await batches.DisposeAsync();
        _changes.Dispose();
    }

    private StorageUnavailableException Behind()
    {
        outage.Count();
        return new($"PostgreSQL at {outage.Name} is behind by {QueueMax} writes, or this silo is stopping; nothing was written.");
    }

    private async Task Run(long writer)
    {
        var (isJournaled, last, begun) = (mode == WriteMode.Journaled, 0, 0L);
        while (_alone is not null || await queue.Wait())
        {
            // Where few come, to wait for others would cost time and gain nothing.
            if (isJournaled && last >= Few && Period - time.GetElapsedTime(begun) is var left && left > TimeSpan.Zero)
                await queue.Gather(Few, left, time);

            // Those who have just been answered, or are about to hand over, come first: the more go together, the less it costs.
            if (isJournaled)
                await Task.Yield();

            // Versions of states made by other writers, and by this one earlier, are all lower or in another range.
            if (applier is not null)
                await applier.Room();

            begun = time.GetTimestamp();
            var batch = new Batch(++_number, Batch.VersionOf(writer, _number), _changes) { KeepsUnits = mode == WriteMode.Direct };
            Fill(batch);
            last = batch.Count;
            await Write(batch);
        }
    }

    private void Fill(Batch batch)
    {
        while (batch.Size < BatchMax && TryTake(out var write))
        {
            if (write.IsAlone && batch.Count > 0)
            {
                _alone = write;
                return;
            }

            if (_failure is { } failure)
                write.Fail(failure);
            else
                write.Join(batch);

            if (write.IsAlone)
                return;
        }
    }

    private bool TryTake([NotNullWhen(true)] out QueuedWrite? write)
    {
        (write, _alone) = (_alone, null);
        return write is not null || queue.TryTake(out write);
    }

    private void Defer(Batch batch)
    {
        applier!.Add(batch.FirstVersion, batch.Services, batch.Size * BytesOfChange);
        batch.Complete();
    }

    private async Task Write(Batch batch)
    {
        try
        {
            // A state that can't be written is the end of its activation, and of no other, unless it was decided.
            batch.Close(logger.WriteFailed);
            if ((batch.Size == 0 || mode == WriteMode.Deferred) && batch.IsEmpty)
                batch.Complete();
            else if (mode == WriteMode.Deferred && batch.Emptied is null)
                Defer(batch);
            else
                await batches.Write(batch);
        }
        catch (Exception exception)
        {
            logger.BatchFailed(exception, batch.Count, outage.Name);
            var failure = exception as StorageUnavailableException ?? outage.Failure(exception, isOutcomeUnknown: false);
            if (batch.IsDecided)
            {
                // What others have built on it in memory must not be stored without it.
                Break(failure);
            }

            batch.Fail(failure);
        }
    }
}
