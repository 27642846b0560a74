using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>What is stored of one grain besides its committed state.</summary>
internal sealed class VolatileRecord<TState>
    where TState : class, new()
{
    /// <summary>Which storage loaded it last: an activation that was replaced must not write any more.</summary>
    public object? Owner { get; set; }

    /// <summary>Number of the committed version.</summary>
    public long Committed { get; set; }

    /// <summary>Clock of the grain, and the transactions that it has decided and not all participants have heard of.</summary>
    public TransactionalStateMetaData MetaData { get; set; } = new();

    /// <summary>Prepared versions, in the order of their numbers.</summary>
    public List<PendingTransactionState<StateVersion<TState>>> Prepared { get; } = [];

    /// <summary>Whether nothing would be missed if it were forgotten.</summary>
    public bool IsSettled => Prepared.Count == 0 && MetaData.CommitRecords.Count == 0;
}
