namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// What has been decided of transactions of several grains: the first to say counts. A grain whose prepared version nobody confirms asks the
/// grain that manages the commit, and that one answers that the transaction is aborted if it has not heard of it. But it may hear of it
/// later, when the message that begins the commit was slower than all that, and it would commit what the other has taken back by then. These are
/// the decisions of one silo: a grain of a cluster asks that of the manager (<see cref="TakeBack"/>).
/// </summary>
internal sealed class Decisions
{
    /// <summary>A message that begins a commit is not so late that as many transactions were taken back meanwhile.</summary>
    private const int TakenBackMax = 1 << 16;

    private readonly Lock _lock = new();
    private readonly HashSet<Guid> _committed = [];
    private readonly HashSet<Guid> _takenBack = [];
    private readonly Queue<Guid> _oldest = new();

    /// <summary>It is about to be stored that a transaction is committed.</summary>
    /// <returns>False if a version that it had prepared was taken back.</returns>
    public bool TryCommit(Guid transaction)
    {
        lock (_lock)
        {
            if (_takenBack.Contains(transaction))
                return false;

            _committed.Add(transaction);
            return true;
        }
    }

    /// <summary>A version that a transaction has prepared is about to be taken back.</summary>
    /// <returns>False if it is committed.</returns>
    public bool TryTakeBack(Guid transaction)
    {
        lock (_lock)
        {
            if (_committed.Contains(transaction))
                return false;

            if (_takenBack.Add(transaction))
                _oldest.Enqueue(transaction);

            if (_oldest.Count > TakenBackMax)
                _takenBack.Remove(_oldest.Dequeue());

            return true;
        }
    }

    /// <summary>All participants of a committed transaction have heard of it, or it could not be stored.</summary>
    public void Forget(Guid transaction)
    {
        lock (_lock)
        {
            _committed.Remove(transaction);
        }
    }
}
