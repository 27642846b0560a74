using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Logging;

namespace Marketplace.Protocols.Kernel;

/// <content>Updates that commit at once, as steps, and are compensated if their transaction fails.</content>
internal sealed partial class Participant<TState>
{
    // After a failed save the state is newer than what is stored: nobody may see it, and the activation is about to end.
    private Exception? _failure;

    private TState Latest => _failure is null ? _committed : throw _failure;

    // Without the steps of transactions under way, which may be taken back.
    private TState WithoutOpenSteps()
    {
        var state = Latest;
        for (var i = machine.Branches.Count - 1; i >= 0; i--)
        {
            if (machine.Branches[i] is StepBranch { IsOpen: true, IsUndone: false, Step: { } step } branch
                && (branch.IsLeft || step.CanBeUndoneIn(state)))
            {
                state = (TState)step.UndoneIn(state);
            }
        }

        return state;
    }

    private ValueTask<TResult> Step<TArgument, TResult>(
        TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> update, Func<TArgument, TResult, CommitAction?>? emit) =>
        TryStep(tx, argument, update, emit, out var result) is { } other ? StepAfter(other, tx, argument, update, emit) : AfterStep(result);

    private async ValueTask<TResult> StepAfter<TArgument, TResult>(
        StepBranch other,
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, TResult> update,
        Func<TArgument, TResult, CommitAction?>? emit)
    {
        while (true)
        {
            await WaitFor(tx, other);
            if (TryStep(tx, argument, update, emit, out var result) is not { } another)
                return await AfterStep(result);

            other = another;
        }
    }

    // Does the step, or tells whose step could not be taken back after it.
    private StepBranch? TryStep<TArgument, TResult>(
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, TResult> update,
        Func<TArgument, TResult, CommitAction?>? emit,
        out TResult result)
    {
        // The function works on a copy: if the step can't be done now, nothing has happened.
        var (before, after) = (Latest, StateCopy.Of(Latest));
        result = update(after, argument);
        if (machine.ObstacleTo(tx.Id, after) is { } other)
            return other;

        var write = services.AtomicWrites.Begin();
        var branch = EnterStep(tx);
        branch.Step = branch.Step?.Then(before, after) ?? new Step<TState>(before, after);
        _committed = after;
        Emit(branch, emit?.Invoke(argument, result));
        SaveStep(branch, write);
        return null;
    }

    private StepBranch EnterStep(TransactionContext tx)
    {
        var entry = Admit(new AccessRequest(tx, AccessMode.Write));
        if (entry.Verdict != Verdict.Granted)
            throw Refusal(tx.Id, entry.Verdict, AccessMode.Write);

        var branch = (StepBranch)entry.Branch!;
        branch.Log = tx.Log ?? branch.Log;
        return branch;
    }

    private async Task WaitFor(TransactionContext tx, StepBranch other)
    {
        var request = new AccessRequest(tx, AccessMode.Write);
        if (!machine.TryWait(request, other))
        {
            throw new TransactionAbortedException(
                AbortCause.Conflict, $"Transaction {tx.Id} and transaction {other.Id} would wait for each other.");
        }

        services.Metrics.Waited();
        try
        {
            await other.Over.WaitAsync(services.Options.Timeout, services.Time);
        }
        catch (TimeoutException)
        {
            throw new TransactionAbortedException(
                AbortCause.Timeout, $"Transaction {tx.Id} waited longer than {services.Options.Timeout} for transaction {other.Id}.");
        }
        finally
        {
            machine.EndWait(request, other);
        }
    }

    private void SaveStep(StepBranch branch, AtomicWrite? write)
    {
        if (write is not null)
        {
            store.Add(write, _committed);
            store.AddStep(
                write, branch.Id.Number, services.NextStep(), (TState)branch.Step!.Before, (TState)branch.Step.After, branch.StoredActions());
            if (StorageKeepsSteps)
            {
                _unstored = branch.Saving = Watch(branch, branch.Step, new(write.Submit()));
                return;
            }

            // What is handed over later is stored later, so what is said of the transaction from now on is said of a step that is stored.
            branch.StoredStep = branch.Step;
            branch.Saving = write.Submit();
            return;
        }

        var saved = store.Save(_committed);
        if (saved.IsCompletedSuccessfully)
            branch.StoredStep = branch.Step;
        else
            branch.Saving = Watch(branch, branch.Step, saved);
    }

    // The transaction goes on meanwhile, so that the steps of all its grains can share one write of the storage.
    private async Task Watch(StepBranch branch, Step? step, ValueTask saved)
    {
        try
        {
            await saved;
            branch.StoredStep = step;
        }
        catch (Exception exception)
        {
            branch.IsInDoubt |= exception is StorageUnavailableException { IsOutcomeUnknown: true };
            Fail(exception);
            throw _failure!;
        }
    }

    // Whoever comes before the next activation begins runs again.
    private void Fail(Exception exception) => _failure = exception is StorageConflictException
        ? new TransactionAbortedException(AbortCause.Conflict, $"Grain {_context.GrainId} begins anew. {exception.Message}", exception)
        : exception;

    // A transaction that is not known here is over here: the message is a repeat, as branches outlive activations.
    private Task<ParticipantAnswer> EndSteps(ProtocolMessage message)
    {
        if (_joining.TryGetValue(message.Transaction, out var joining))
            joining.IsOver = true;

        if (machine.Find(message.Transaction) is not StepBranch branch)
            return Answers.Done;

        branch.Close();
        if (!branch.IsEnding)
            branch.Ending = message is EndSaga ? ReleaseHere(branch) : TakeBackStep(branch);

        return Answers.DoneWith(branch.Ending);
    }

    private async Task ReleaseHere(StepBranch branch)
    {
        await Release(branch);
        EndStep(branch, TransactionOutcome.Committed);
    }

    // Who built on what another transaction left waited until that was over, and what both emit leaves in that order, whichever message comes
    // first. That one is stored then, too: it was handed over before.
    private async Task Release(StepBranch branch)
    {
        foreach (var earlier in machine.ReleasedBefore(branch))
            await (earlier.IsEnding ? earlier.Ending : earlier.Ending = LetGo(earlier));

        await LetGo(branch);
    }

    private static async Task LetGo(StepBranch branch)
    {
        // What was stored with a step has left with the decision.
        if (branch.IsLeft)
            branch.CommitActions = null;

        while (branch.CommitActions is { } actions && actions.TryPeek(out var next))
        {
            await next.OnCommit();
            actions.Dequeue();
        }

        branch.CommitActions = null;
    }

    private async Task TakeBackStep(StepBranch branch)
    {
        // What is not stored went with its activation, or is about to.
        await branch.Saving.Ended();
        branch.ReturnActions();
        if (StorageKeepsSteps && branch.IsInDoubt)
        {
            await branch.RunOnAbort();
            throw new StorageUnavailableException($"It is not known whether a step of transaction {branch.Id} is stored. The next activation looks.");
        }

        if (branch.StoredStep is { } step)
        {
            await Undo(branch, step);
            branch.StoredStep = null;
        }

        branch.IsTakenBack = true;
        await branch.RunOnAbort();
    }

    private async Task Undo(StepBranch branch, Step step)
    {
        var write = services.AtomicWrites.Begin();
        if (!branch.IsLeft && !step.CanBeUndoneIn(Latest))
        {
            CannotUndo(services.Logger, _context.GrainId);
            await (write is null ? Task.CompletedTask : EndStep(write, branch.Id));
            return;
        }

        // Until the saga is compensated everywhere nobody may touch here what it has touched: who did would meet the rest of it elsewhere.
        var undone = (TState)step.UndoneIn(Latest);
        var joined = UndoActions(branch.CommitActions ?? [], undone, write);
        var made = ReferenceEquals(undone, Latest) ? null : (undone as IVersion)?.Made;
        (branch.Step, branch.IsUndone) = (new Step<TState>(Latest, undone), true);
        _committed = undone;
        if (made is { } announced)
            branch.Log?.Announce(announced);

        if (branch.Log is null)
            Record(made, AttemptEnd.Unknown);

        try
        {
            await (write is null ? store.Save(_committed).AsTask()
                : StorageKeepsSteps ? HoldStep(write, branch)
                : EndStep(write, branch.Id, _committed));
        }
        catch (Exception exception)
        {
            // Told again, the next activation takes it back from what is stored, and shows that then.
            Fail(exception);
            if (StorageKeepsSteps)
                branch.Drop(joined);

            throw;
        }

        branch.Drop(joined);
        services.Metrics.Compensated();

        // Others may have built on it while it was stored: theirs are later versions.
        if (made is { } access)
            branch.Log?.Add(access);

        if (branch.Log is null)
            Record(made, AttemptEnd.Committed);
    }

    // Nobody has built on it: what would have had to wait until the saga was over, and a step is stored before whatever builds on it.
    private async Task TakeBackStored(TransactionId saga)
    {
        if (await store.LoadStep(saga.Number, Latest, CancellationToken.None) is not var (before, after, stored))
            return;

        var write = services.AtomicWrites.Begin() ?? throw new InvalidOperationException(
            "Sagas that another silo left can't be compensated while services connect to PostgreSQL in different ways.");
        _committed = (TState)new Step<TState>(before, after).UndoneIn(Latest);
        var actions = ReadActions(stored);
        var joined = UndoActions(actions, _committed, write);
        var made = (_committed as IVersion)?.Made;
        Record(made, AttemptEnd.Unknown);
        await EndStep(write, saga, _committed);
        services.Metrics.Compensated();
        Record(made, AttemptEnd.Committed);
        foreach (var action in actions.Except(joined).Reverse())
            await action.OnAbort();
    }

    private IEnumerable<CommitAction> ReadActions(IReadOnlyList<byte[]> stored) => stored.Count == 0
        ? []
        : [.. stored.Select((services.StoredActions ?? throw new InvalidOperationException("Nobody reads what is stored with steps.")).Read)];

    // Those that are answered leave with the write.
    private static List<CommitAction> UndoActions(IEnumerable<CommitAction> actions, TState undone, AtomicWrite? write)
    {
        object remained = undone is IVersion { Content: var content } ? content : undone;
        var joined = new List<CommitAction>(0);
        foreach (var action in actions)
        {
            action.OnUndone(remained);
            if (write is not null && action.JoinUndone(write))
                joined.Add(action);
        }

        return joined;
    }

    // On nobody's behalf: whose step it was the last silo knew.
    private void Record(RecordedAccess? made, AttemptEnd end)
    {
        if (made is { } access)
            services.History?.Add(AttemptLog.Of(access, end, tid: "", TransactionKind.Maintenance, attempt: 1));
    }

    private Task EndStep(AtomicWrite write, TransactionId saga, TState? state = null)
    {
        if (state is not null)
            store.Add(write, state);

        store.EndStep(write, saga.Number);
        return write.Submit();
    }

    // The saga may not be compensated everywhere before this activation ends, or this silo.
    private Task HoldStep(AtomicWrite write, StepBranch branch)
    {
        store.Add(write, _committed);
        store.AddTakenBack(write, branch.Id.Number, services.NextStep(), (TState)branch.Step!.Before, (TState)branch.Step.After);
        return write.Submit();
    }

    // Before the activation ends.
    private async Task QuietSteps()
    {
        foreach (var branch in machine.Branches.OfType<StepBranch>().ToArray())
        {
            await branch.Saving.Ended();
            await (branch.Ending ?? Task.CompletedTask).Ended();
        }
    }

    [LoggerMessage(
        Level = LogLevel.Error,
        Message = "A step at grain {GrainId} can't be taken back, as the state was changed outside this silo; it stands. Audit the run.")]
    private static partial void CannotUndo(ILogger logger, Orleans.Runtime.GrainId grainId);
}
