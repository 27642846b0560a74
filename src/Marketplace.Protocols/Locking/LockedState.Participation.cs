using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Locking;

/// <content>What the coordinator asks, and the end of a transaction here.</content>
internal sealed partial class LockedState<TState>
{
    public Task<ParticipantAnswer> Receive(ProtocolMessage message) => message switch
    {
        AcquireLock acquire => Acquire(acquire),
        Prepare prepare => Prepare(prepare.Transaction),
        CommitPrepared commit => Commit(commit.Transaction, Answers.Done),
        CommitAlone commit => CommitAlone(commit.Transaction),
        Abort abort => Abort(abort.Transaction),
        Prefetch => Answers.Done,
        _ => throw new ArgumentException($"This protocol has no message {message.GetType().Name}.", nameof(message)),
    };

    private Task<ParticipantAnswer> Acquire(AcquireLock message)
    {
        if (_lock.Find(message.Transaction) is null && !IsOver(message.Transaction) && _lock.IsFree(message.Mode))
        {
            _lock.Take(NewHolder(message.Transaction, message.Age, message.Mode));
            return Answers.Done;
        }

        return AcquireLater(message);
    }

    private async Task<ParticipantAnswer> AcquireLater(AcquireLock message)
    {
        await Acquire(message.Transaction, message.Age, message.Mode);
        return ParticipantAnswer.Done;
    }

    private Task<ParticipantAnswer> Prepare(TransactionId id)
    {
        if (_lock.Find(id) is not { } holder)
            return Answers.Refused;

        if (!holder.HasWritten)
        {
            _lock.Release(holder);
            return Answers.ReadOnly;
        }

        if (!coordinator.TryPrepare(id, holder))
            return Answers.Refused;

        holder.IsPrepared = true;
        return Answers.Done;
    }

    private Task<ParticipantAnswer> CommitAlone(TransactionId id) =>
        _lock.Find(id) is { HasWritten: true, IsInstalled: false } holder && !coordinator.TryDecideAlone(holder)
            ? Answers.Refused
            : Commit(id, Answers.Refused);

    // Unknown transactions: for a prepared one this is a repeat, as only a commit makes it leave.
    private Task<ParticipantAnswer> Commit(TransactionId id, Task<ParticipantAnswer> ifUnknown)
    {
        if (_lock.Find(id) is not { } holder)
            return ifUnknown;

        return Answers.DoneWith(Commit(holder));
    }

    private Task Commit(LockHolder<TState> holder)
    {
        if (holder.Committing is { IsFaulted: false } committing)
            return committing;

        // From here on it is decided, whatever the storage says: a save that fails is tried again until it is done.
        holder.IsInstalled = true;
        if (holder.Working is { } working)
        {
            _committed = working;
            var saved = holder.Save();
            if (!saved.IsCompletedSuccessfully || holder.CommitActions is not null)
                return holder.Committing = Finish(holder, saved);
        }
        else if (holder.CommitActions is not null)
        {
            return holder.Committing = Finish(holder, holder.Save());
        }

        _lock.Release(holder);
        return Task.CompletedTask;
    }

    private async Task Finish(LockHolder<TState> holder, ValueTask saved)
    {
        await saved;
        await holder.RunOnCommit();
        _lock.Release(holder);
    }

    private Task<ParticipantAnswer> Abort(TransactionId id)
    {
        if (_lock.FindWaiting(id) is { } waiter)
        {
            waiter.Granted!.TrySetException(new TransactionAbortedException(AbortCause.ParticipantLost, $"Transaction {id} is over."));
            _lock.Leave(waiter);
        }

        if (_lock.Find(id) is not { } holder)
        {
            _latecomers.Add(id);
            return Answers.Done;
        }

        if (holder.IsInstalled)
        {
            // It has committed alone, and its coordinator has not heard of it: there is no way back.
            return Answers.DoneWith(Commit(holder));
        }

        var withdrawn = holder.CommitActions is null ? Task.CompletedTask : holder.RunOnAbort();
        _lock.Release(holder);
        return Answers.DoneWith(withdrawn);
    }

    // Ends what has been decided without this grain having heard of it.
    private Task EndDecided() =>
        coordinator.EndDecided([.. _lock.Holders.Select(static holder => holder.Id)], id => Commit(id, Answers.Done), Abort);
}
