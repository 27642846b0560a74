using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Deterministic.Clusters;

/// <summary>The places that the sequencer has given. Called within its turns only.</summary>
internal sealed class ClusterOrder(ProtocolOptions options, ProtocolMetrics metrics, TimeProvider time)
{
    private readonly LockManager _locks = new();

    // Who has a place, in the order in which they came. Places end with their transactions, or when they are too old.
    private readonly Dictionary<TransactionId, SequencedTransaction> _placed = [];

    /// <summary>Begins with the places of transactions that run. All of them do so at once, so none of them waits for another.</summary>
    public void Restore(IEnumerable<PlacedTransaction> running)
    {
        foreach (var transaction in running)
        {
            var placed = PlaceOf(transaction.Transaction);
            foreach (var accesses in transaction.Accesses)
                _ = _locks.Acquire(placed, accesses);
        }
    }

    /// <summary>Gives a transaction its place, or, if it has one, more of it.</summary>
    /// <returns>When it may run.</returns>
    /// <exception cref="TransactionAbortedException">It waited too long.</exception>
    public Task Enter(TransactionId transaction, AccessSet accesses)
    {
        var placed = PlaceOf(transaction);
        return _locks.Acquire(placed, accesses) is { } start ? Wait(placed, start) : Task.CompletedTask;
    }

    /// <summary>A transaction is over: those behind it go on.</summary>
    public void Leave(TransactionId transaction)
    {
        if (_placed.Remove(transaction, out var placed) && _locks.Release(placed) is { } started)
        {
            foreach (var next in started)
                next.StartElsewhere();
        }
    }

    /// <summary>Ends places that are too old: of a coordinator that is gone nobody says that its transactions are over.</summary>
    public void Expire()
    {
        foreach (var placed in _placed.Values.Where(placed => time.GetElapsedTime(placed.Began) > 2 * options.Timeout).ToList())
            Leave(placed.Id);
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

    private async Task Wait(SequencedTransaction placed, Task start)
    {
        metrics.Waited();
        try
        {
            await start.WaitAsync(options.Timeout, time);
        }
        catch (TimeoutException)
        {
            Leave(placed.Id);

            // An activation that is about to leave has no timer any more, and does not leave as long as somebody waits here.
            Expire();
            throw new TransactionAbortedException(
                AbortCause.Timeout, $"Transaction {placed.Id} waited longer than {options.Timeout} for those before it.");
        }
    }
}
