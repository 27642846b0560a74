using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Kernel;

/// <content>Steps of transactions whose grains are on several silos, which share the storage that keeps them.</content>
internal sealed partial class Participant<TState>
{
    // The last step, where it can turn out that it was never done; null for none.
    private Task? _unstored;

    // Where silos share the storage a step can be refused there, and nobody is told of it before it is known whether it is.
    private bool StorageKeepsSteps => services.Coordinator.LetsStorageDecide && machine.HasSteps;

    private Task? Unstored => _unstored is { IsCompletedSuccessfully: false } saving ? saving : null;

    // A step that does nothing: as long as it is stored the transaction is not decided, for which something is going to leave.
    private void SaveEmptyStep(TransactionContext tx)
    {
        if (StorageKeepsSteps && machine.Find(tx.Id) is StepBranch { Step: null } branch && services.AtomicWrites.Begin() is { } write)
        {
            branch.Step = new Step<TState>(_committed, _committed);
            SaveStep(branch, write);
        }
    }

    // What it leads to on other silos must not outlive it: if it were lost with its silo, the same could be done here again, and would meet there
    // what is yet to be taken back, and take it for its own.
    private ValueTask<TResult> AfterStep<TResult>(TResult result) => Unstored is { } saving ? AfterStep(saving, result) : new(result);

    private static async ValueTask<TResult> AfterStep<TResult>(Task saving, TResult result)
    {
        await saving;
        return result;
    }

    // What is not stored by now never is, and what is stored only a decision ends, or a compensation.
    private async Task<ParticipantAnswer> PrepareStep(StepBranch branch)
    {
        branch.Close();
        await branch.Saving.Ended();
        if (branch.IsLeft || branch.Ending is not null || !branch.Saving.IsCompletedSuccessfully || _failure is not null)
            return ParticipantAnswer.Refused;

        branch.IsPrepared = true;
        return StorageKeepsSteps && branch.IsApart ? await GiveWriteSet(branch) : ParticipantAnswer.Done;
    }

    // Nobody has said how a transaction of another silo has ended. If that is not under way any more it is as the storage has it.
    private async Task<ParticipantAnswer> ResolveStep(StepBranch branch, bool isLeaving)
    {
        if (!branch.IsOpen)
            return ParticipantAnswer.Refused;

        var outcome = await services.Coordinator.Ask(branch.Id);
        if (outcome == TransactionOutcome.Running)
            return ParticipantAnswer.Done;

        branch.Close();
        await branch.Saving.Ended();
        if (!StorageKeepsSteps)
        {
            if (outcome == TransactionOutcome.Aborted)
            {
                await TakeBackOnce(branch);
                EndStep(branch, outcome);
            }
        }
        else if (branch.IsTakenBack)
        {
            if (!await services.AtomicWrites.HasSteps(branch.Id.Number, CancellationToken.None))
                await EndTakenBack(branch);
        }
        else if (await store.LoadStep(branch.Id.Number, Latest, CancellationToken.None) is null)
        {
            // It is decided; or another silo has compensated the transaction, as this one was declared dead.
            await services.Lease.Confirm();
            if (!branch.IsEnding)
                await (branch.Ending = ReleaseHere(branch));
        }
        else if (isLeaving)
        {
            // Whoever compensates the transaction would have to wait for this activation.
            await TakeBackOrphan(branch);
        }

        return ParticipantAnswer.Done;
    }

    private async Task ResolveSteps()
    {
        foreach (var branch in machine.Branches.OfType<StepBranch>().Where(IsUndecided).ToArray())
        {
            try
            {
                await ResolveStep(branch, isLeaving: true);
            }
            catch (Exception)
            {
                // Its silo, or the storage, can't be asked now.
            }
        }
    }

    // What the last activation, perhaps on another silo, did for transactions that are not decided.
    private async Task RestoreSteps(CancellationToken cancellationToken)
    {
        foreach (var step in await store.LoadSteps(_committed, cancellationToken))
        {
            if (FindStep(new TransactionId(0, step.Saga)) is not null)
                continue;

            var branch = machine.RestoreStep(new TransactionId(step.Silo ?? 0, step.Saga));
            branch.Begin(this);
            branch.Step = new Step<TState>(step.Before, step.After);
            if (step.IsTakenBack)
                branch.IsUndone = branch.IsTakenBack = true;
            else
                branch.StoredStep = branch.Step;

            if (step.Actions.Count > 0)
                branch.CommitActions = new(ReadActions(step.Actions));

            services.Doubts?.Add(branch, Self);
        }
    }

    // Where the storage is shared the numbers of transactions of different silos differ: one whose silo is gone may be known by its number alone.
    private StepBranch? FindStep(TransactionId id) => machine.Find(id) as StepBranch ?? (StorageKeepsSteps && id.Coordinator == 0
        ? machine.Branches.OfType<StepBranch>().FirstOrDefault(branch => branch.Id.Number == id.Number)
        : null);

    private async Task<ParticipantAnswer> EndCompensated(TransactionId id)
    {
        if (FindStep(id) is { IsOpen: true, IsTakenBack: true } branch)
            await EndTakenBack(branch);

        return ParticipantAnswer.Done;
    }

    private async Task EndTakenBack(StepBranch branch)
    {
        // Where there was a step to undo its row says that it is (HoldStep).
        if (StorageKeepsSteps && branch.IsUndone && services.AtomicWrites.Begin() is { } write)
            await EndStep(write, branch.Id);

        EndStep(branch, TransactionOutcome.Aborted);
    }

    private void EndStep(StepBranch branch, TransactionOutcome outcome)
    {
        branch.EndHere(outcome);
        services.Doubts?.Remove(branch);
    }

    private Task TakeBackLeft(TransactionId saga)
    {
        if (FindStep(saga) is not { } branch)
            return TakeBackStored(saga);

        branch.Close();
        return TakeBackOrphan(branch);
    }

    // Its silo is gone. So this is recorded by itself: if it can't be stored now, another activation does it, and that would say of the whole
    // attempt, of which nobody records the end, that it never was.
    private Task TakeBackOrphan(StepBranch branch)
    {
        if (!branch.IsEnding)
            branch.Log = null;

        return TakeBackOnce(branch);
    }

    private Task TakeBackOnce(StepBranch branch) =>
        branch.IsEnding ? branch.Ending : branch.Ending = TakeBackStep(branch);
}
