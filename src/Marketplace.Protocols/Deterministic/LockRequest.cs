namespace Marketplace.Protocols.Deterministic;

/// <summary>A transaction's request for the lock of one grain.</summary>
internal sealed class LockRequest(SequencedTransaction transaction, LockQueue queue, Access access)
{
    /// <summary>The transaction.</summary>
    public SequencedTransaction Transaction => transaction;

    /// <summary>The queue.</summary>
    public LockQueue Queue => queue;

    /// <summary>What it declared.</summary>
    public Access Access => access;

    /// <summary>Whether it writes.</summary>
    public bool IsWrite => access.Mode == AccessMode.Write;

    /// <summary>Whether nobody that it conflicts with is before it.</summary>
    public bool IsGranted { get; set; }

    /// <summary>Whether the grain takes part: the transaction has written there. Changed by the transaction only.</summary>
    public bool HasJoined { get; set; }

    /// <summary>Who is before it.</summary>
    public LockRequest? Previous { get; set; }

    /// <summary>Who is behind it.</summary>
    public LockRequest? Next { get; set; }
}
