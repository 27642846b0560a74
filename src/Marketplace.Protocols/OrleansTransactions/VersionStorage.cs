using Marketplace.Protocols.Storage;
using Orleans.Runtime;
using Orleans.Storage;
using Orleans.Transactions;
using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// Where Orleans stores the transactional state of one grain: committed states in the store of all protocols, the rest in the memory of
/// the silo, and beside the states if they outlive the silo. In memory alone to store is to write a few fields, without a copy. The version with the
/// transaction's commit actions is told when it is committed.
/// </summary>
internal sealed partial class VersionStorage<TState>(
    IStateStore<TState> store,
    VersionRecords records,
    GrainId grainId,
    VersionServices services,
    Action<StateVersion<TState>> committed,
    Action<StateVersion<TState>> aborted) : ITransactionalStateStorage<StateVersion<TState>>, IPreparedVersions
    where TState : class, new()
{
    // Whoever else writes the grain the store finds out, by the versions that it gives to what it stores.
    private const string ETag = "stored";

    private VersionRecord<TState>? _record;

    /// <summary>The committed version.</summary>
    public StateVersion<TState> Committed { get; private set; } = new();

    public async Task<TransactionalStorageLoadResponse<StateVersion<TState>>> Load()
    {
        // Nobody but this one stores anything any more, and what the activation before it was storing is there when that has ended.
        await Own().Ended();
        Committed = new StateVersion<TState> { State = await store.Load(default) };
        Committed.MarkStored();
        lock (Record.Gate)
        {
            ThrowIfReplaced();
            Restore();
            return new(ETag, Committed, Record.Committed, Record.MetaData, [.. Record.Prepared]);
        }
    }

    public Task<string> Store(
        string? expectedETag,
        TransactionalStateMetaData metadata,
        List<PendingTransactionState<StateVersion<TState>>>? statesToPrepare,
        long? commitUpTo,
        long? abortAfter) => Asked(statesToPrepare, abortAfter) is { Count: > 0 } asked
        ? AskAndStore(asked, metadata, statesToPrepare, commitUpTo, abortAfter)
        : StoreUnasked(metadata, statesToPrepare, commitUpTo, abortAfter);

    /// <summary>Called when the activation ends.</summary>
    public void Close()
    {
        if (_record is not { } record)
            return;

        lock (record.Gate)
        {
            if (record.Owner == this && record.IsSettled)
            {
                // What Orleans would store after that, nobody would find: it fails instead.
                (record.Owner, record.IsForgotten) = (null, true);
                records.Forget(grainId);
            }
        }
    }

    private static Task<string> Stored { get; } = Task.FromResult(ETag);

    private async Task<string> AskAndStore(
        List<(ParticipantId Manager, Guid Transaction)> asked,
        TransactionalStateMetaData metadata,
        List<PendingTransactionState<StateVersion<TState>>>? statesToPrepare,
        long? commitUpTo,
        long? abortAfter)
    {
        await Ask(asked);
        return await StoreUnasked(metadata, statesToPrepare, commitUpTo, abortAfter);
    }

    private Task<string> StoreUnasked(
        TransactionalStateMetaData metadata,
        List<PendingTransactionState<StateVersion<TState>>>? statesToPrepare,
        long? commitUpTo,
        long? abortAfter) => services.IsDurable
        ? StoreDurably(metadata, statesToPrepare, commitUpTo, abortAfter)
        : StoreInMemory(metadata, statesToPrepare, commitUpTo, abortAfter);

    private Task<string> StoreInMemory(
        TransactionalStateMetaData metadata,
        List<PendingTransactionState<StateVersion<TState>>>? statesToPrepare,
        long? commitUpTo,
        long? abortAfter)
    {
        var (stored, version) = (Stored, default(StateVersion<TState>));
        List<PendingTransactionState<StateVersion<TState>>> given;
        lock (Record.Gate)
        {
            ThrowIfReplaced();
            given = GivenUp(statesToPrepare, abortAfter);
            Decide(metadata, given);
            TakeBack(given);
            Record.MetaData = metadata;
            Prepare(statesToPrepare);
            if (commitUpTo is { } number && number > Record.Committed)
                (stored, version) = Commit(number);
        }

        // What they run is not the record's.
        foreach (var prepared in given)
            aborted(prepared.State);

        if (version is not null)
            OnCommitted(version);

        return stored;
    }

    private void Prepare(List<PendingTransactionState<StateVersion<TState>>>? states)
    {
        // In one go Orleans may store a version that it has given up since, and one that has come in its place.
        foreach (var state in states ?? [])
        {
            if (!IsGivenUp(state, states))
                Prepare(state);
        }
    }

    private void Prepare(PendingTransactionState<StateVersion<TState>> state)
    {
        for (var version = state.State; version is { IsStored: false }; version = version.Previous)
        {
            if (version.Outbox is { } outbox)
                outbox.IsPrepared = true;
        }

        var index = Record.Prepared.FindIndex(prepared => prepared.SequenceId >= state.SequenceId);
        if (index < 0)
            Record.Prepared.Add(state);
        else if (Record.Prepared[index].SequenceId == state.SequenceId)
            Record.Prepared[index] = state;
        else
            Record.Prepared.Insert(index, state);
    }

    // Nothing is changed yet: what contradicts a decision makes Orleans give up all that it wanted to store, and load what is there.
    private void Decide(TransactionalStateMetaData metadata, List<PendingTransactionState<StateVersion<TState>>> given)
    {
        foreach (var prepared in given)
        {
            if (!records.Decisions.TryTakeBack(Guid.Parse(prepared.TransactionId)))
                throw new InconsistentStateException($"Grain {grainId} shall take back what transaction {prepared.TransactionId} has committed.");
        }

        foreach (var decided in metadata.CommitRecords.Keys)
        {
            if (Record.Decided.ContainsKey(decided) || records.Decisions.TryCommit(decided))
                continue;

            Forget(metadata.CommitRecords, Record.Decided);
            throw new InconsistentStateException($"Another grain has taken back its part of transaction {decided}.");
        }

        Forget(Record.Decided, metadata.CommitRecords);
    }

    private void Forget(Dictionary<Guid, CommitRecord> decided, Dictionary<Guid, CommitRecord> but)
    {
        foreach (var transaction in decided.Keys)
        {
            if (!but.ContainsKey(transaction))
                records.Decisions.Forget(transaction);
        }
    }

    // The version if it is stored already.
    private (Task<string> Stored, StateVersion<TState>? Version) Commit(long number)
    {
        var index = IndexOf(number);
        var version = Record.Prepared[index].State;
        var saved = Save(version);
        if (!saved.IsCompletedSuccessfully)
        {
            var stored = CommitLater(saved, number, index, version);
            Record.Storing = stored;
            return (stored, null);
        }

        End(number, index);
        return (Stored, version);
    }

    private int IndexOf(long number)
    {
        var index = Record.Prepared.FindIndex(prepared => prepared.SequenceId == number);
        return index >= 0
            ? index
            : throw new InvalidOperationException($"Grain {grainId} shall commit its version {number}, which was not prepared.");
    }

    private ValueTask Save(StateVersion<TState> version)
    {
        if (!version.IsCleared)
            return version.IsChanged ? store.Save(version.State) : ValueTask.CompletedTask;

        return ClearAndSave(version);
    }

    private async ValueTask ClearAndSave(StateVersion<TState> version)
    {
        await store.Clear();
        if (version.IsChanged)
            await store.Save(version.State);
    }

    // Whoever owns the record by now waits for this.
    private async Task<string> CommitLater(ValueTask saved, long number, int index, StateVersion<TState> version)
    {
        await saved;
        lock (Record.Gate)
        {
            End(number, index);
        }

        OnCommitted(version);
        return ETag;
    }

    private void End(long number, int index)
    {
        Record.Prepared.RemoveRange(0, index + 1);
        Record.Committed = number;
    }

    private void OnCommitted(StateVersion<TState> version)
    {
        Committed = version;
        committed(version);
    }

    private VersionRecord<TState> Record => _record ?? throw new InvalidOperationException($"What is stored of grain {grainId} was not loaded.");

    // Orleans loads again after a conflict; one that was replaced must not take the record back from the activation that has it.
    private Task Own()
    {
        if (_record is null)
            return Find();

        lock (_record.Gate)
        {
            ThrowIfReplaced();
            return _record.Storing;
        }
    }

    // The activation before this one may be about to have it forgotten.
    private Task Find()
    {
        while (true)
        {
            var record = records.Of<TState>(grainId);
            lock (record.Gate)
            {
                if (!record.IsForgotten)
                {
                    (record.Owner, _record) = (this, record);
                    return record.Storing;
                }
            }
        }
    }

    private void ThrowIfReplaced()
    {
        if (Record.Owner != this)
            throw new InconsistentStateException($"Grain {grainId} has another activation.");
    }
}
