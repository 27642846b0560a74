using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Optimistic;

/// <content>What the coordinator asks, and the end of a transaction here.</content>
internal sealed partial class VersionedState<TState>
{
    public Task<ParticipantAnswer> Receive(ProtocolMessage message) => message switch
    {
        Prepare prepare => Prepare(prepare.Transaction),
        CommitPrepared commit => Commit(commit.Transaction),
        CommitAlone commit => CommitAlone(commit.Transaction),
        Abort abort => Abort(abort.Transaction),
        _ => throw new ArgumentException($"This protocol has no message {message.GetType().Name}.", nameof(message)),
    };

    private Task<ParticipantAnswer> Prepare(TransactionId id)
    {
        if (Find(id) is not { } branch)
            return Answers.Refused;

        if (!IsValid(branch))
            return Answers.Conflict;

        if (branch.HasWritten && !coordinator.TryPrepare(id, branch))
            return Answers.Refused;

        branch.IsPrepared = true;
        return Answers.Done;
    }

    // Nobody waits here, or it would wait for one that may be waiting for it elsewhere; and what is locked is about to change.
    private bool IsValid(VersionedBranch<TState> branch) => branch.IsPrepared
        || (branch.Version == _version && _lock.TryTake(branch, branch.HasWritten ? AccessMode.Write : AccessMode.Read));

    // All that it saw here is of one version, so who has only read has nothing to check.
    private Task<ParticipantAnswer> CommitAlone(TransactionId id)
    {
        if (Find(id) is not { } branch)
            return Answers.Refused;

        if (branch.IsInstalled || !branch.HasWritten)
            return Answers.DoneWith(Commit(branch));

        return !IsValid(branch) ? Answers.Conflict : coordinator.TryDecideAlone(branch) ? Answers.DoneWith(Commit(branch)) : Answers.Refused;
    }

    // Unknown transactions: for a prepared one this is a repeat, as only a commit makes it leave.
    private Task<ParticipantAnswer> Commit(TransactionId id) =>
        Find(id) is { } branch ? Answers.DoneWith(Commit(branch)) : Answers.Done;

    private Task Commit(VersionedBranch<TState> branch)
    {
        if (branch.Committing is { IsFaulted: false } committing)
            return committing;

        var saved = ValueTask.CompletedTask;
        if (branch.HasWritten)
        {
            Install(branch);
            saved = branch.Save();
            if (!saved.IsCompletedSuccessfully || branch.CommitActions is not null)
                return branch.Committing = Finish(branch, saved);
        }

        End(branch);
        return Task.CompletedTask;
    }

    // From here on it is decided, whatever the storage says: a save that fails is tried again until it is done.
    private void Install(VersionedBranch<TState> branch)
    {
        if (!branch.IsInstalled)
        {
            branch.IsInstalled = true;
            _committed = branch.Working ?? _committed;
            _version++;
        }
    }

    private async Task Finish(VersionedBranch<TState> branch, ValueTask saved)
    {
        await saved;
        await branch.RunOnCommit();
        End(branch);
    }

    private void End(VersionedBranch<TState> branch)
    {
        _branches.Remove(branch);
        _lock.Release(branch);
    }

    private Task<ParticipantAnswer> Abort(TransactionId id)
    {
        var reason = IsOver(id);
        _lock.Dismiss(id, reason);
        if (_entering.TryGetValue(id, out var entrance))
            entrance.IsOver = true;

        if (Find(id) is not { } branch)
            return Answers.Done;

        if (branch.IsInstalled)
        {
            // It has committed alone, and its coordinator has not heard of it: there is no way back.
            return Answers.DoneWith(Commit(branch));
        }

        End(branch);
        return branch.CommitActions is null ? Answers.Done : Answers.DoneWith(branch.RunOnAbort());
    }
}
