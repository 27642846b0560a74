using Marketplace.Protocols.Storage;
using Orleans.Storage;
using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <content>
/// What outlives the silo: each time that Orleans stores something, all of it is one atomic write, the committed state, what leaves with it, and the
/// record of what is prepared and decided. Orleans is answered when that is durable.
/// </content>
internal sealed partial class VersionStorage<TState>
{
    private const long Unknown = -1;

    private readonly RecordFormat<TState> _format = new(store, services.Grains);

    private async Task<string> StoreDurably(
        TransactionalStateMetaData metadata,
        List<PendingTransactionState<StateVersion<TState>>>? statesToPrepare,
        long? commitUpTo,
        long? abortAfter)
    {
        var write = services.AtomicWrites.Begin()!;
        List<PendingTransactionState<StateVersion<TState>>> given;
        List<Guid> decided;
        StateVersion<TState>? version;
        ValueTask cleared = default;
        Task stored;
        lock (Record.Gate)
        {
            ThrowIfReplaced();
            decided = [.. metadata.CommitRecords.Keys.Where(id => !Record.Decided.ContainsKey(id))];
            given = GivenUp(statesToPrepare, abortAfter);
            Decide(metadata, given);
            Record.StoredVersion = Unknown;
            TakeBack(given);
            Record.MetaData = metadata;
            Prepare(statesToPrepare);
            version = commitUpTo is { } number && number > Record.Committed ? TakeUpTo(number) : null;
            if (version is { IsCleared: true })
                cleared = store.Clear();

            if (version is not null)
                AddCommitted(write, version);

            KeepActions();
            store.AddPrepared(write, _format.Write(Record, version ?? Committed), Record.Open);
            Record.Storing = stored = Finish(write.Submit(), cleared, decided);
        }

        foreach (var prepared in given)
            aborted(prepared.State);

        await stored;
        if (version is not null)
            OnCommitted(version);

        return ETag;
    }

    private async Task Finish(Task stored, ValueTask cleared, List<Guid> decided)
    {
        try
        {
            await cleared;
            await stored;
            lock (Record.Gate)
            {
                Record.StoredVersion = store.PreparedVersion;
            }
        }
        catch (Exception exception)
        {
            // Orleans loads what is stored, and so does the next activation.
            decided.ForEach(records.Decisions.Forget);
            if (exception is StorageConflictException)
                throw new InconsistentStateException($"Grain {grainId} was written by another silo.", exception);

            throw;
        }
    }

    private StateVersion<TState> TakeUpTo(long number)
    {
        var index = IndexOf(number);
        var version = Record.Prepared[index].State;
        End(number, index);
        return version;
    }

    private void AddCommitted(AtomicWrite write, StateVersion<TState> version)
    {
        if (version.IsChanged)
            store.Add(write, version.State);

        foreach (var unstored in version.Unstored())
            unstored.Outbox?.Join(write);
    }

    // What could not leave when the silo is gone goes into the record.
    private void KeepActions()
    {
        foreach (var version in Record.Prepared.SelectMany(static prepared => prepared.State.Unstored()))
            version.Outbox?.Keep(services.AtomicWrites, grainId);
    }

    // The record in memory has the commit actions that are not stored, so it is what counts as long as nobody else has stored another one.
    private void Restore()
    {
        var stored = store.LoadedPrepared;
        if (!services.IsDurable || stored.Version == Record.StoredVersion)
            return;

        if (stored.Version == 0)
            Record.Clear();
        else
            _format.Read(stored.Record, Record, grainId, Committed);

        Record.StoredVersion = stored.Version;
        foreach (var decided in Record.Decided.Keys)
            records.Decisions.TryCommit(decided);
    }
}
