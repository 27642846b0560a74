using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Deterministic;

/// <summary>What a transaction has written in one grain, until the grain knows how it ended.</summary>
internal sealed class WriteSet<TState>(SequencedTransaction transaction) : StoredBranch<TState>
    where TState : class, new()
{
    /// <summary>The transaction.</summary>
    public SequencedTransaction Transaction => transaction;
}
