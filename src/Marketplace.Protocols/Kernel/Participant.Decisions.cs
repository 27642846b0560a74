using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols.Kernel;

/// <content>What the coordinator asks, and the end of a transaction here.</content>
internal sealed partial class Participant<TState>
{
    // Branches of aborted transactions that have not taken back all that they did outside. They hold nothing here any more.
    private readonly List<Branch> _aborting = new(0);

    public Task<ParticipantAnswer> Receive(ProtocolMessage message) => message switch
    {
        AcquireLock acquire => Acquire(acquire),
        Prepare _ when machine.Find(message.Transaction) is StepBranch branch => PrepareStep(branch),
        Prepare prepare => Prepare(prepare.Transaction),
        CommitPrepared commit => Commit(commit.Transaction),
        CommitAlone commit => CommitAlone(commit.Transaction),
        Abort abort => Abort(abort),
        ResolveDoubt _ when machine.Find(message.Transaction) is StepBranch branch => ResolveStep(branch, isLeaving: false),
        ResolveDoubt resolve => ResolveDoubt(resolve.Transaction),
        ApplyDecision => ApplyDecisions(),
        Validate validate => Validate(validate),
        EndSaga or Compensate => EndSteps(message),
        EndCompensated end => EndCompensated(end.Transaction),
        CompensateLeft => Answers.DoneWith(TakeBackLeft(message.Transaction)),
        Prefetch => Answers.Done,
        _ => throw new ArgumentException($"This protocol has no message {message.GetType().Name}.", nameof(message)),
    };

    private Task<ParticipantAnswer> Prepare(TransactionId id)
    {
        if (machine.Find(id) is not { } branch)
            return Answers.Refused;

        var vote = machine.Vote(branch);
        switch (vote)
        {
            case ParticipantAnswer.Done when branch.HasWritten && !services.Coordinator.TryPrepare(id, branch):
                return Answers.Refused;
            case ParticipantAnswer.Done:
                branch.IsPrepared = true;
                return !branch.HasWritten ? PrepareRead(branch)
                    : services.Coordinator.LetsStorageDecide && services.Coordinator.IsElsewhere(id) ? GiveWriteSet(branch)
                    : Answers.Done;
            case ParticipantAnswer.ReadOnly:
                return EndRead(branch, Answers.ReadOnly);
            default:
                return Answers.Of(vote);
        }
    }

    // What is written is stored only if this silo may still write; of what was only read nobody else asks whether the grain was still here.
    private Task<ParticipantAnswer> PrepareRead(Branch branch)
    {
        var confirmed = services.Lease.Confirm();
        return confirmed.IsCompletedSuccessfully ? Answers.Done : ConfirmRead(branch, confirmed);
    }

    private async Task<ParticipantAnswer> ConfirmRead(Branch branch, ValueTask confirmed)
    {
        try
        {
            await confirmed;
        }
        catch (StorageUnavailableException)
        {
            return ParticipantAnswer.Refused;
        }

        // It may have been aborted meanwhile.
        return machine.Find(branch.Id) == branch ? ParticipantAnswer.Done : ParticipantAnswer.Refused;
    }

    // Its silo stores what was done here with all the rest. From then on only that silo, or the storage, knows how it ended.
    private async Task<ParticipantAnswer> GiveWriteSet(Branch branch)
    {
        var writes = branch.WriteSet ?? branch.MakeWriteSet(_context.GrainId, services.AtomicWrites.BeginWriteSet());
        if (writes is null)
            return ParticipantAnswer.Done;

        try
        {
            await services.Coordinator.Give(branch.Id, writes);
            return ParticipantAnswer.Done;
        }
        catch (TransactionAbortedException)
        {
            return ParticipantAnswer.Refused;
        }
    }

    private Task<ParticipantAnswer> CommitAlone(TransactionId id)
    {
        if (machine.Find(id) is not { } branch)
            return Answers.Refused;

        if (branch.Storing is { } storing)
            return storing;

        if (branch is { HasWritten: false, IsInstalled: false })
        {
            // It has nothing to check: all that it saw is of one version.
            return EndRead(branch, Answers.Done);
        }

        if (!branch.IsInstalled)
        {
            var vote = machine.Vote(branch);
            if (vote != ParticipantAnswer.Done)
                return Answers.Of(vote);

            if (services.Coordinator.LetsStorageDecide)
                return branch.Storing = CommitStored(branch);

            if (!services.Coordinator.TryDecideAlone(id, branch))
                return Answers.Refused;
        }

        return Answers.DoneWith(Commit(branch));
    }

    // The transaction takes place here at this moment, if the grain is still this silo's. Until that is known nobody may change it.
    private Task<ParticipantAnswer> EndRead(Branch branch, Task<ParticipantAnswer> answer)
    {
        var confirmed = services.Lease.Confirm();
        if (!confirmed.IsCompletedSuccessfully)
            return EndReadLater(branch, confirmed, answer);

        End(branch);
        return answer;
    }

    private async Task<ParticipantAnswer> EndReadLater(Branch branch, ValueTask confirmed, Task<ParticipantAnswer> answer)
    {
        if (await ConfirmRead(branch, confirmed) != ParticipantAnswer.Done)
            return ParticipantAnswer.Refused;

        End(branch);
        return await answer;
    }

    // That it is stored is the decision.
    private async Task<ParticipantAnswer> CommitStored(Branch branch)
    {
        branch.IsPrepared = true;
        try
        {
            await services.Coordinator.StoreAlone(branch.Id, branch);
        }
        catch (StorageConflictException)
        {
            branch.IsPrepared = false;
            return ParticipantAnswer.Conflict;
        }
        catch (StorageUnavailableException exception) when (!exception.IsOutcomeUnknown)
        {
            branch.IsPrepared = false;
            return ParticipantAnswer.Refused;
        }

        await Commit(branch);
        return ParticipantAnswer.Done;
    }

    // Unknown transactions: for a prepared one this is a repeat, as only a commit makes it leave.
    private Task<ParticipantAnswer> Commit(TransactionId id) =>
        machine.Find(id) is { } branch ? Answers.DoneWith(Commit(branch)) : Answers.Done;

    private Task Commit(Branch branch)
    {
        if (branch.Committing is { IsFaulted: false } committing)
            return committing;

        // From here on it is decided, whatever the storage says: a save that fails is tried again until it is done.
        Install(branch);
        if (branch.HasWritten)
        {
            var saved = branch.Save();
            if (!saved.IsCompletedSuccessfully || branch.CommitActions is not null)
                return branch.Committing = Finish(branch, saved);
        }

        End(branch);
        return Task.CompletedTask;
    }

    private void Install(Branch branch)
    {
        if (branch.IsInstalled)
            return;

        branch.IsInstalled = true;
        _committed = branch.Working is { } working ? (TState)working : _committed;
        machine.Install(branch);
    }

    private async Task Finish(Branch branch, ValueTask saved)
    {
        await saved;
        await branch.RunOnCommit();
        End(branch);
    }

    private void End(Branch branch)
    {
        services.Doubts?.Remove(branch);
        machine.End(branch);
        Drain();
    }

    private Task<ParticipantAnswer> Abort(Abort message)
    {
        var isStored = machine.Find(message.Transaction)?.WriteSet is not null;
        var aborted = Abort(message.Transaction);
        if (message.IsStale && isStored)
            store.Expire();

        return aborted;
    }

    private Task<ParticipantAnswer> Abort(TransactionId id)
    {
        if (_joining.TryGetValue(id, out var joining))
            joining.IsOver = true;

        machine.Dismiss(id);
        Drain();
        if (machine.Find(id) is not { } branch)
            return _aborting.Find(aborting => aborting.Id == id) is { } aborting ? Answers.DoneWith(TakeBack(aborting)) : Answers.Done;

        // The storage decides, and its coordinator could not wait for that: it does not care any more.
        if (branch.Storing is { IsCompleted: false } storing)
            return storing;

        // It has committed alone, and its coordinator has not heard of it: there is no way back.
        if (branch.IsInstalled)
            return Answers.DoneWith(Commit(branch));

        var takenBack = branch.CommitActions is null ? Task.CompletedTask : TakeBack(branch);
        End(branch);
        return Answers.DoneWith(takenBack);
    }

    // What fails is tried again when the coordinator tells it again.
    private Task TakeBack(Branch branch)
    {
        if (branch.Aborting is { IsFaulted: false } aborting)
            return aborting;

        if (!_aborting.Contains(branch))
            _aborting.Add(branch);

        return branch.Aborting = Run();

        async Task Run()
        {
            await branch.RunOnAbort();
            _aborting.Remove(branch);
        }
    }

    // Ends what has been decided without this grain having heard of it.
    private async Task EndDecided()
    {
        await services.Coordinator.EndDecided([.. machine.Doubtful.Select(static branch => branch.Id)], Commit, AbortUnlessStored);
        machine.Recovered();
    }

    private async Task<ParticipantAnswer> ResolveDoubt(TransactionId id)
    {
        // It may wait still: then it gives up by itself.
        if (machine.Find(id) is null)
            return ParticipantAnswer.Refused;

        await services.Coordinator.EndDecided([id], Commit, AbortUnlessStored);
        return ParticipantAnswer.Done;
    }

    // Nobody knows it: if its coordinator is gone it is as the storage has it, where nothing more comes from that one.
    private async Task AbortUnlessStored(TransactionId id)
    {
        if (machine.Find(id) is { WriteSet: { } writes, IsInstalled: false } branch)
        {
            if (!await store.IsStored(writes, CancellationToken.None))
            {
                // Or it was, and another silo has written more since, as this one was declared dead.
                await services.Lease.Confirm();
            }
            else if (machine.Find(id) == branch)
            {
                await Commit(branch);
                return;
            }
        }

        await Abort(id);
    }
}
