using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Kernel;

/// <content>What the coordinator asks, and the end of a transaction here.</content>
internal sealed partial class Participant<TState>
{
    // Branches of aborted transactions that have not taken back all that they did outside. They hold nothing here any more.
    private readonly List<Branch> _aborting = new(0);

    public Task<ParticipantAnswer> Receive(ProtocolMessage message) => message switch
    {
        AcquireLock acquire => Acquire(acquire),
        Prepare prepare => Prepare(prepare.Transaction),
        CommitPrepared commit => Commit(commit.Transaction),
        CommitAlone commit => CommitAlone(commit.Transaction),
        Abort abort => Abort(abort.Transaction),
        ApplyDecision => ApplyDecisions(),
        Validate validate => Validate(validate),
        EndSaga or Compensate => EndSteps(message),
        CompensateLeft => Answers.DoneWith(TakeBackStored(message.Transaction)),
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
                return Answers.Done;
            case ParticipantAnswer.ReadOnly:
                End(branch);
                return Answers.ReadOnly;
            default:
                return Answers.Of(vote);
        }
    }

    private Task<ParticipantAnswer> CommitAlone(TransactionId id)
    {
        if (machine.Find(id) is not { } branch)
            return Answers.Refused;

        // Who has only read has nothing to check here: all that it saw is of one version.
        if (branch is { HasWritten: true, IsInstalled: false })
        {
            var vote = machine.Vote(branch);
            if (vote != ParticipantAnswer.Done)
                return Answers.Of(vote);

            if (!services.Coordinator.TryDecideAlone(id, branch))
                return Answers.Refused;
        }

        return Answers.DoneWith(Commit(branch));
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
        machine.End(branch);
        Drain();
    }

    private Task<ParticipantAnswer> Abort(TransactionId id)
    {
        if (_joining.TryGetValue(id, out var joining))
            joining.IsOver = true;

        machine.Dismiss(id);
        Drain();
        if (machine.Find(id) is not { } branch)
            return _aborting.Find(aborting => aborting.Id == id) is { } aborting ? Answers.DoneWith(TakeBack(aborting)) : Answers.Done;

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
        await services.Coordinator.EndDecided([.. machine.Doubtful.Select(static branch => branch.Id)], Commit, Abort);
        machine.Recovered();
    }
}
