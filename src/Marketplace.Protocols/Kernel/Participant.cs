using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Storage;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocols.Kernel;

/// <summary>
/// A grain's state under any protocol whose decisions are a <see cref="ParticipantMachine"/>: it does what the machine says. It alone awaits,
/// saves, sets timers, and hands branches over to the next activation. A transaction writes to a copy of its own, which replaces the state when it
/// commits.
/// </summary>
internal sealed partial class Participant<TState>(
    IGrainContextAccessor accessor, IStateStore<TState> store, ParticipantMachine machine, ParticipantServices services)
    : IGrainState<TState>, IBranchStore
    where TState : class, new()
{
    private readonly IGrainContext _context = accessor.GrainContext;
    private TState _committed = new();
    private IParticipant? _self;

    bool IBranchStore.CanDecide => store.CanDecide;
    IParticipant IBranchStore.Participant => Self;

    private IParticipant Self => _self ??= _context.GrainReference.AsReference<IParticipant>();

    public TResult Inspect<TResult>(Func<TState, TResult> read) => read(WithoutOpenSteps());

    public ValueTask<TResult> Read<TArgument, TResult>(TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> read)
    {
        var entry = Enter(tx, AccessMode.Read);
        if (entry.Verdict != Verdict.Granted)
        {
            return entry.IsRefusal ? ValueTask.FromException<TResult>(Refusal(tx.Id, entry.Verdict, AccessMode.Read))
                : ReadLater(entry, tx, argument, read);
        }

        // No vote follows, by which it would be asked whether the grain was still this silo's.
        if (entry.Branch is null)
        {
            var confirmed = services.Lease.Confirm();
            if (!confirmed.IsCompletedSuccessfully)
                return ReadConfirmed(confirmed, tx, argument, read);
        }

        var result = read(Seen(entry.Branch, tx), argument);
        return Unstored is { } saving && tx.Running is null ? AfterStep(saving, result) : new(result);
    }

    public ValueTask<TResult> Update<TArgument, TResult>(TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> update) =>
        UpdateWith(tx, argument, update, emit: null);

    public ValueTask<TResult> UpdateAndEmit<TArgument, TResult>(
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, TResult> update,
        Func<TArgument, TResult, CommitAction?> emit) =>
        UpdateWith(tx, argument, update, emit);

    public Task OnCommit(TransactionContext tx, CommitAction action)
    {
        var entry = Enter(tx, AccessMode.Write);
        if (entry.Verdict is not (Verdict.Granted or Verdict.Step))
            return AddLater(entry, tx, action);

        AddTo(entry, tx, action);
        return Task.CompletedTask;
    }

    public async Task Clear(TransactionContext tx)
    {
        // Only a clean-up does this, alone and with no way back.
        var entry = Enter(tx, AccessMode.Write);
        var branch = entry.Verdict == Verdict.Step ? null : (await EnterLater(entry, tx, AccessMode.Write)).Branch;
        await store.Clear();
        branch?.Working = null;

        _committed = new TState();
        _settling?.Unsettled.Clear();
    }

    async ValueTask<object> IBranchStore.Load(CancellationToken cancellationToken) => await store.Load(cancellationToken);

    ValueTask IBranchStore.SaveDecided(object state) => store.SaveDecided((TState)state);

    void IBranchStore.Add(AtomicWrite write, object state) => store.Add(write, (TState)state);

    void IBranchStore.AddToWriteSet(AtomicWrite write, object state) => store.AddToWriteSet(write, (TState)state);

    void IBranchStore.WriteSetIsStored(WriteSet writes, object state) => store.WriteSetIsStored(writes, (TState)state);

    void IBranchStore.EndStep(AtomicWrite write, long transaction) => store.EndStep(write, transaction);

    private async ValueTask<TResult> ReadLater<TArgument, TResult>(
        Entry entry, TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> read)
    {
        var branch = (await EnterLater(entry, tx, AccessMode.Read)).Branch;
        var result = read(Seen(branch, tx), argument);
        return Unstored is { } saving && tx.Running is null ? await AfterStep(saving, result) : result;
    }

    // Confirmed before it is read, and not after: nobody comes between what a grain reads and what it does then.
    private async ValueTask<TResult> ReadConfirmed<TArgument, TResult>(
        ValueTask confirmed, TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> read)
    {
        await confirmed;
        var entry = Enter(tx, AccessMode.Read);
        if (entry.IsRefusal)
            throw Refusal(tx.Id, entry.Verdict, AccessMode.Read);

        return await ReadLater(entry, tx, argument, read);
    }

    private ValueTask<TResult> UpdateWith<TArgument, TResult>(
        TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> update, Func<TArgument, TResult, CommitAction?>? emit)
    {
        var entry = Enter(tx, AccessMode.Write);
        return entry.Verdict switch
        {
            Verdict.Granted => new(UpdateCopy(entry.Branch!, argument, update, emit)),
            Verdict.Step => Step(tx, argument, update, emit),
            _ when entry.IsRefusal => ValueTask.FromException<TResult>(Refusal(tx.Id, entry.Verdict, AccessMode.Write)),
            _ => UpdateLater(entry, tx, argument, update, emit),
        };
    }

    private async ValueTask<TResult> UpdateLater<TArgument, TResult>(
        Entry entry,
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, TResult> update,
        Func<TArgument, TResult, CommitAction?>? emit)
    {
        entry = await EnterLater(entry, tx, AccessMode.Write);
        return entry.Verdict == Verdict.Step
            ? await Step(tx, argument, update, emit)
            : UpdateCopy(entry.Branch!, argument, update, emit);
    }

    private TResult UpdateCopy<TArgument, TResult>(
        Branch branch, TArgument argument, Func<TState, TArgument, TResult> update, Func<TArgument, TResult, CommitAction?>? emit)
    {
        var result = update(WorkingCopy(branch), argument);
        Emit(branch, emit?.Invoke(argument, result));
        return result;
    }

    private static void Emit(Branch branch, CommitAction? action)
    {
        if (action is not null)
            (branch.CommitActions ??= []).Enqueue(action);
    }

    private async Task AddLater(Entry entry, TransactionContext tx, CommitAction action) =>
        AddTo(await EnterLater(entry, tx, AccessMode.Write), tx, action);

    private void AddTo(Entry entry, TransactionContext tx, CommitAction action)
    {
        Emit(entry.Branch ?? EnterStep(tx), action);
        if (entry.Verdict == Verdict.Step)
            SaveEmptyStep(tx);
    }

    private TState Seen(Branch? branch, TransactionContext tx) =>
        branch?.Working is { } working
            ? (TState)working
            : branch is not null && _settling is null ? _committed : SeenCommitted(branch, tx.Running);

    // Who has read what is not stored yet is answered when it is.
    private TState SeenCommitted(Branch? branch, RunningTransaction? reader)
    {
        if (branch is null)
            reader?.See(_context.GrainId, Self, _committed);

        if ((_settling?.Unsettled.Storing ?? _unstored) is { IsCompletedSuccessfully: false } storing)
            reader?.DependOn(storing);

        return Latest;
    }

    private TState WorkingCopy(Branch branch)
    {
        if (branch.Working is { } working)
            return (TState)working;

        var copy = StateCopy.Of(_committed);
        branch.Working = copy;
        return copy;
    }
}
