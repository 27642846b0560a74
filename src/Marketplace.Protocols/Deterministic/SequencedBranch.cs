using Marketplace.Protocols.Kernel;

namespace Marketplace.Protocols.Deterministic;

/// <summary>What a transaction has written in one grain, until the grain knows how it ended.</summary>
internal sealed class SequencedBranch(SequencedTransaction transaction) : Branch(transaction.Id, 0)
{
    public SequencedTransaction Transaction => transaction;
}
