using Marketplace.Protocols.Storage;
using Orleans.Runtime;
using Orleans.Storage;
using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// Where Orleans stores the transactional state of one grain: committed states in the store of all protocols, the rest in the memory of
/// the silo. To store is to write a few fields, without a copy. The version with the transaction's commit actions is told when it is committed.
/// </summary>
internal sealed class VolatileStorage<TState>(
    IStateStore<TState> store,
    VolatileRecords records,
    GrainId grainId,
    Action<StateVersion<TState>> committed,
    Action<StateVersion<TState>> aborted) : ITransactionalStateStorage<StateVersion<TState>>
    where TState : class, new()
{
    // A version is told by its number; there is nobody else who could have stored another one.
    private const string ETag = "volatile";

    private readonly VolatileRecord<TState> _record = records.Of<TState>(grainId);

    /// <summary>The committed version.</summary>
    public StateVersion<TState> Committed { get; private set; } = new();

    /// <inheritdoc/>
    public async Task<TransactionalStorageLoadResponse<StateVersion<TState>>> Load()
    {
        _record.Owner = this;
        Committed = new StateVersion<TState> { State = await store.Load(default) };
        Committed.MarkStored();
        var metaData = new TransactionalStateMetaData
        {
            TimeStamp = _record.MetaData.TimeStamp,
            CommitRecords = new(_record.MetaData.CommitRecords),
        };
        return new(ETag, Committed, _record.Committed, metaData, [.. _record.Prepared]);
    }

    /// <inheritdoc/>
    public Task<string> Store(
        string? expectedETag,
        TransactionalStateMetaData metadata,
        List<PendingTransactionState<StateVersion<TState>>>? statesToPrepare,
        long? commitUpTo,
        long? abortAfter)
    {
        if (_record.Owner != this)
        {
            throw new InconsistentStateException($"Grain {grainId} has another activation.");
        }

        if (abortAfter is { } last)
        {
            Abort(last);
        }

        _record.MetaData = metadata;
        foreach (var state in statesToPrepare ?? [])
        {
            Prepare(state);
        }

        return commitUpTo is { } number && number > _record.Committed ? Commit(number) : Stored;
    }

    /// <summary>Called when the activation ends.</summary>
    public void Close()
    {
        if (_record.Owner == this && _record.IsSettled)
        {
            // What Orleans would store after that, nobody would find: it fails instead.
            _record.Owner = null;
            records.Forget(grainId);
        }
    }

    private static Task<string> Stored { get; } = Task.FromResult(ETag);

    private void Prepare(PendingTransactionState<StateVersion<TState>> state)
    {
        for (var version = state.State; version is { IsStored: false }; version = version.Previous)
        {
            if (version.Outbox is { } outbox)
            {
                outbox.IsPrepared = true;
            }
        }

        var index = _record.Prepared.FindIndex(prepared => prepared.SequenceId >= state.SequenceId);
        if (index < 0)
        {
            _record.Prepared.Add(state);
        }
        else if (_record.Prepared[index].SequenceId == state.SequenceId)
        {
            _record.Prepared[index] = state;
        }
        else
        {
            _record.Prepared.Insert(index, state);
        }
    }

    private void Abort(long last)
    {
        for (var i = _record.Prepared.Count - 1; i >= 0 && _record.Prepared[i].SequenceId > last; i--)
        {
            aborted(_record.Prepared[i].State);
            _record.Prepared.RemoveAt(i);
        }
    }

    private Task<string> Commit(long number)
    {
        var index = _record.Prepared.FindIndex(prepared => prepared.SequenceId == number);
        if (index < 0)
        {
            throw new InvalidOperationException($"Grain {grainId} shall commit its version {number}, which was not prepared.");
        }

        var version = _record.Prepared[index].State;
        var saved = Save(version);
        if (!saved.IsCompletedSuccessfully)
        {
            return CommitLater(saved, number, index, version);
        }

        Commit(number, index, version);
        return Stored;
    }

    private ValueTask Save(StateVersion<TState> version)
    {
        if (!version.IsCleared)
        {
            return version.IsChanged ? store.Save(version.State) : ValueTask.CompletedTask;
        }

        return ClearAndSave(version);
    }

    private async ValueTask ClearAndSave(StateVersion<TState> version)
    {
        await store.Clear();
        if (version.IsChanged)
        {
            await store.Save(version.State);
        }
    }

    private async Task<string> CommitLater(ValueTask saved, long number, int index, StateVersion<TState> version)
    {
        await saved;
        Commit(number, index, version);
        return ETag;
    }

    private void Commit(long number, int index, StateVersion<TState> version)
    {
        _record.Prepared.RemoveRange(0, index + 1);
        _record.Committed = number;
        Committed = version;
        committed(version);
    }
}
