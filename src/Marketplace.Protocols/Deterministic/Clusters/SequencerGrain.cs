using Marketplace.Protocols.Commit;
using Orleans;
using Orleans.Concurrency;
using Orleans.Runtime;

namespace Marketplace.Protocols.Deterministic.Clusters;

/// <summary>
/// The order of a cluster's transactions, in the memory of one silo. If that is lost the next one asks all coordinators which transactions run, and
/// begins with their places. Who waited for a place asks again.
/// </summary>
[Reentrant]
internal sealed class SequencerGrain(
    ICoordinator coordinator, ICoordinators coordinators, ProtocolOptions options, ProtocolMetrics metrics, TimeProvider time) : Grain, ISequencer
{
    private readonly LockManager _locks = new();

    // Who has a place, in the order in which they came. Places end with their transactions, or when they are too old.
    private readonly Dictionary<TransactionId, SequencedTransaction> _placed = [];

    public override async Task OnActivateAsync(CancellationToken cancellationToken)
    {
        foreach (var running in (await coordinators.PlacedElsewhere(options.Timeout)).Concat(coordinator.Placed))
            Restore(running);

        var period = options.Timeout / 2;
        this.RegisterGrainTimer(static (self, _) => self.Expire(), this, new GrainTimerCreationOptions(period, period) { Interleave = true });
    }

    public Task Enter(TransactionId transaction, AccessSet accesses)
    {
        var placed = PlaceOf(transaction);
        return _locks.Acquire(placed, accesses) is { } start ? Wait(placed, start) : Task.CompletedTask;
    }

    public Task Leave(TransactionId transaction)
    {
        if (_placed.Remove(transaction, out var placed) && _locks.Release(placed) is { } started)
        {
            foreach (var next in started)
                next.StartElsewhere();
        }

        return Task.CompletedTask;
    }

    private SequencedTransaction PlaceOf(TransactionId transaction)
    {
        if (!_placed.TryGetValue(transaction, out var placed))
        {
            placed = new SequencedTransaction(transaction, time.GetTimestamp());
            _placed.Add(transaction, placed);
        }

        return placed;
    }

    // All that run do so at once, so none of them waits for another.
    private void Restore(PlacedTransaction running)
    {
        var placed = PlaceOf(running.Transaction);
        foreach (var accesses in running.Accesses)
            _ = _locks.Acquire(placed, accesses);
    }

    private async Task Wait(SequencedTransaction placed, Task start)
    {
        metrics.Waited();
        try
        {
            await start.WaitAsync(options.Timeout, time);
        }
        catch (TimeoutException)
        {
            await Leave(placed.Id);
            throw new TransactionAbortedException(
                AbortCause.Timeout, $"Transaction {placed.Id} waited longer than {options.Timeout} for those before it.");
        }
    }

    // Of a coordinator that is gone nobody says that its transactions are over.
    private async Task Expire()
    {
        foreach (var placed in _placed.Values.Where(placed => time.GetElapsedTime(placed.Began) > 2 * options.Timeout).ToList())
            await Leave(placed.Id);
    }
}
