using Orleans.Runtime;

namespace Marketplace.Protocols.Recording;

/// <summary>Numbers the states that are recorded.</summary>
internal sealed record RecordedKind<TState>(byte Number);

/// <summary>
/// A grain's state whose accesses are recorded: it stands before the state of any protocol, which keeps the version with the state.
/// </summary>
/// <remarks>
/// Each update makes the next version, also the second one of a transaction: who reads between the two has read what was not yet
/// decided, and that shows as a cycle.
/// </remarks>
internal sealed class RecordedState<TState>(
    IGrainState<Versioned<TState>> inner,
    RecordedKind<TState> kind,
    ObjectVersions versions,
    IHistory history,
    IGrainContextAccessor accessor) : IGrainState<TState>
    where TState : class, new()
{
    private readonly long _key = accessor.GrainContext.GrainId.GetIntegerKey();

    public ValueTask<TResult> Read<TArgument, TResult>(TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> read)
    {
        tx = WithLog(tx);
        return inner.Read(tx, (Self: this, tx.Log, argument, read), static (v, a) =>
        {
            a.Log?.Add(new RecordedAccess(a.Self.Kind, a.Self._key, a.Self.VersionOf(v), IsWrite: false, IsChanged: !v.IsAsMade));
            return a.read(v.Value, a.argument);
        });
    }

    public ValueTask<TResult> Update<TArgument, TResult>(TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> update)
    {
        tx = WithLog(tx);
        return Recorded(tx, inner.Update(tx, (this, argument, update), static (v, a) => Updated(v, a.Item1, a.argument, a.update)));
    }

    public ValueTask<TResult> UpdateAndEmit<TArgument, TResult>(
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, TResult> update,
        Func<TArgument, TResult, CommitAction?> emit)
    {
        tx = WithLog(tx);
        return Recorded(tx, inner.UpdateAndEmit(
            tx,
            (this, argument, update, emit),
            static (v, a) => Updated(v, a.Item1, a.argument, a.update),
            static (a, updated) => a.emit(a.argument, updated.Result)));
    }

    private static (TResult Result, long Version, bool IsChanged) Updated<TArgument, TResult>(
        Versioned<TState> state, RecordedState<TState> self, TArgument argument, Func<TState, TArgument, TResult> update)
    {
        var (isChanged, version) = (!state.IsAsMade, self.VersionOf(state) + 1);

        // An update that fails makes no version. If it has changed something all the same, whoever comes next finds that (isChanged).
        var result = update(state.Own(), argument);
        state.Become(self.Kind, self._key, version, self.Epoch);
        state.Seal();
        return (result, version, isChanged);
    }

    private ValueTask<TResult> Recorded<TResult>(TransactionContext tx, ValueTask<(TResult, long, bool)> updated)
    {
        return updated.IsCompletedSuccessfully ? new(Record(tx, updated.Result))
            : updated.IsFaulted ? ValueTask.FromException<TResult>(updated.AsTask().Exception!.InnerException!)
            : RecordLater(tx, updated);
    }

    public Task OnCommit(TransactionContext tx, CommitAction action) => inner.OnCommit(tx, action);

    public Task Clear(TransactionContext tx) => inner.Clear(tx);

    public TResult Inspect<TResult>(Func<TState, TResult> read) => inner.Inspect(v => read(v.Value));

    public Task<ParticipantAnswer> Receive(ProtocolMessage message) => inner.Receive(message);

    public Task Load(CancellationToken cancellationToken) => inner.Load(cancellationToken);

    public Task Unload() => inner.Unload();

    private async ValueTask<TResult> RecordLater<TResult>(TransactionContext tx, ValueTask<(TResult, long, bool)> updated) =>
        Record(tx, await updated);

    // Only now: a protocol may have to wait and run the function again, and what counts is the run that it answers.
    private TResult Record<TResult>(TransactionContext tx, (TResult Result, long Version, bool IsChanged) updated)
    {
        tx.Log?.Add(new RecordedAccess(Kind, _key, updated.Version, IsWrite: true, updated.IsChanged));
        return updated.Result;
    }

    // Its record does not travel with a transaction to another silo. So what is done for it here is recorded here, and before it is told.
    private TransactionContext WithLog(TransactionContext tx) => tx is { Log: null, Recorded: { } attempt }
        ? tx with { Log = AttemptLog.OfOtherSilo(tx, attempt, history) }
        : tx;

    private byte Kind => kind.Number;
    private int Epoch => versions.Epoch;

    private long VersionOf(Versioned<TState> state) => state.Epoch == versions.Epoch ? state.Version : 0;
}
