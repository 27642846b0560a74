using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Optimistic;

/// <content>What the coordinator asks, and the end of a transaction here.</content>
internal sealed partial class VersionedState<TState>
{
    /// <inheritdoc/>
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
        if (Find(id) is not { } part)
        {
            return Answers.Refused;
        }

        if (!IsValid(part))
        {
            return Answers.Conflict;
        }

        if (part.HasWritten && !coordinator.TryPrepare(id, part))
        {
            return Answers.Refused;
        }

        part.IsPrepared = true;
        return Answers.Done;
    }

    // Nobody waits here, or it would wait for one that may be waiting for it elsewhere; and what is locked is about to change.
    private bool IsValid(VersionedPart<TState> part) => part.IsPrepared
        || (part.Version == _version && _lock.TryTake(part, part.HasWritten ? AccessMode.Write : AccessMode.Read));

    // All that it saw here is of one version, so who has only read has nothing to check.
    private Task<ParticipantAnswer> CommitAlone(TransactionId id)
    {
        if (Find(id) is not { } part)
        {
            return Answers.Refused;
        }

        if (part.IsInstalled || !part.HasWritten)
        {
            return Answers.DoneWith(Commit(part));
        }

        return !IsValid(part) ? Answers.Conflict : coordinator.TryDecideAlone(part) ? Answers.DoneWith(Commit(part)) : Answers.Refused;
    }

    // Unknown transactions: for a prepared one this is a repeat, as only a commit makes it leave.
    private Task<ParticipantAnswer> Commit(TransactionId id) =>
        Find(id) is { } part ? Answers.DoneWith(Commit(part)) : Answers.Done;

    private Task Commit(VersionedPart<TState> part)
    {
        if (part.Committing is { IsFaulted: false } committing)
        {
            return committing;
        }

        var saved = ValueTask.CompletedTask;
        if (part.HasWritten)
        {
            Install(part);
            saved = part.Save();
            if (!saved.IsCompletedSuccessfully || part.CommitActions is not null)
            {
                return part.Committing = Finish(part, saved);
            }
        }

        End(part);
        return Task.CompletedTask;
    }

    // From here on it is decided, whatever the storage says: a save that fails is tried again until it is done.
    private void Install(VersionedPart<TState> part)
    {
        if (!part.IsInstalled)
        {
            part.IsInstalled = true;
            _committed = part.Working ?? _committed;
            _version++;
        }
    }

    private async Task Finish(VersionedPart<TState> part, ValueTask saved)
    {
        await saved;
        await part.RunOnCommit();
        End(part);
    }

    private void End(VersionedPart<TState> part)
    {
        _parts.Remove(part);
        _lock.Release(part);
    }

    private Task<ParticipantAnswer> Abort(TransactionId id)
    {
        var reason = IsOver(id);
        _lock.Dismiss(id, reason);
        if (_entering.TryGetValue(id, out var entrance))
        {
            entrance.IsOver = true;
        }

        if (Find(id) is not { } part)
        {
            return Answers.Done;
        }

        if (part.IsInstalled)
        {
            // It has committed alone, and its coordinator has not heard of it: there is no way back.
            return Answers.DoneWith(Commit(part));
        }

        End(part);
        return part.CommitActions is null ? Answers.Done : Answers.DoneWith(part.RunOnAbort());
    }
}
