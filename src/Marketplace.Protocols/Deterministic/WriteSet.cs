using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Deterministic;

/// <summary>What a transaction has written in one grain, until the grain knows how it ended.</summary>
/// <typeparam name="TState">The grain's state.</typeparam>
/// <param name="transaction">The transaction.</param>
internal sealed class WriteSet<TState>(SequencedTransaction transaction) : StoredBranch<TState>
    where TState : class, new()
{
    /// <summary>The transaction.</summary>
    public SequencedTransaction Transaction => transaction;
}
