using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>What is stored of one grain besides its committed state. Whoever uses it holds its gate.</summary>
internal sealed class VersionRecord<TState>
    where TState : class, new()
{
    private readonly TransactionalStateMetaData _metaData = new();

    /// <summary>Held by who uses it: an activation that Orleans has given up may still run beside the next one.</summary>
    public Lock Gate { get; } = new();

    /// <summary>Which storage loaded it last: an activation that was replaced must not write any more.</summary>
    public object? Owner { get; set; }

    /// <summary>Number of the committed version.</summary>
    public long Committed { get; set; }

    /// <summary>Prepared versions, in the order of their numbers.</summary>
    public List<PendingTransactionState<StateVersion<TState>>> Prepared { get; } = [];

    /// <summary>Version of the stored record that this is (<see cref="Storage.StoredPrepared"/>): 0 if none is, -1 if it is not known.</summary>
    public long StoredVersion { get; set; }

    /// <summary>Ends when what is being stored is stored, or has failed.</summary>
    public Task Storing { get; set; } = Task.CompletedTask;

    /// <summary>Whether it was dropped, as nothing would be missed: what is stored in it nobody would find.</summary>
    public bool IsForgotten { get; set; }

    /// <summary>Whether nothing would be missed if it were forgotten.</summary>
    public bool IsSettled => Open == 0;

    /// <summary>How many transactions in it are not over.</summary>
    public int Open => Prepared.Count + _metaData.CommitRecords.Count;

    /// <summary>Forgets all that is in it.</summary>
    public void Clear()
    {
        Committed = 0;
        Prepared.Clear();
        MetaData = new();
    }

    /// <summary>
    /// Clock of the grain, and the transactions that it has decided and not all participants have heard of. A copy each time: Orleans goes
    /// on with the object that it stores, and what it decides next is not stored yet.
    /// </summary>
    public TransactionalStateMetaData MetaData
    {
        get => Copy(_metaData, new());
        set => Copy(value, _metaData);
    }

    /// <summary>Clock of the grain.</summary>
    public DateTime Time => _metaData.TimeStamp;

    /// <summary>The transactions of <see cref="MetaData"/>, not copied.</summary>
    public Dictionary<Guid, CommitRecord> Decided => _metaData.CommitRecords;

    private static TransactionalStateMetaData Copy(TransactionalStateMetaData source, TransactionalStateMetaData target)
    {
        target.TimeStamp = source.TimeStamp;
        target.CommitRecords.Clear();
        foreach (var (transaction, decided) in source.CommitRecords)
            target.CommitRecords.Add(transaction, decided);

        return target;
    }
}
