using Marketplace.Protocols.Recording;

namespace Marketplace.Protocols;

/// <summary>What an entry point tells the protocol of a transaction before it runs.</summary>
/// <param name="Tid">Transaction id.</param>
/// <param name="Kind">What the transaction is for.</param>
/// <param name="Accesses">The grains that it is going to touch; undeclared for a protocol that does not ask for them.</param>
public readonly record struct TransactionDeclaration(string Tid, TransactionKind Kind, AccessSet Accesses = default)
{
    /// <summary>
    /// Whether the body touches the declared grains in the global order, one after the other and before any others: then a protocol need not
    /// do so only for the sake of the order.
    /// </summary>
    public bool TouchesInOrder { get; init; }

    /// <summary>Gets the wait for what it has read, if it only reads and its protocol would wait; null if the protocol waits.</summary>
    public UnstoredReads? Unstored { get; init; }

    internal TransactionRecord? Record { get; init; }

    /// <summary>
    /// Tells the recording that an attempt was aborted. A protocol that runs a transaction again says so before it does; if it does not,
    /// the attempt is recorded without a cause.
    /// </summary>
    /// <param name="cause">Why.</param>
    public void AttemptAborted(AbortCause cause) => Record?.Aborted(cause);
}
