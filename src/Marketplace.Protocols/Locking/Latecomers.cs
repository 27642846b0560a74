namespace Marketplace.Protocols.Locking;

/// <summary>
/// The last transactions that a grain was told to abort before it knew them: their requests for its lock may come yet, and must not be granted,
/// as nobody would give it back. It is used within turns of its grain only.
/// </summary>
internal sealed class Latecomers
{
    // A request that comes after so many others is taken for granted until somebody waits for it: then its coordinator is asked.
    private const int Max = 16;

    private readonly Queue<TransactionId> _over = new(0);

    /// <summary>A transaction is over that is not known here.</summary>
    public void Add(TransactionId id)
    {
        if (_over.Count == Max)
            _over.Dequeue();

        _over.Enqueue(id);
    }

    /// <summary>Whether a transaction is one of them.</summary>
    public bool Has(TransactionId id) => _over.Count > 0 && _over.Contains(id);
}
