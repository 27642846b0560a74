namespace Marketplace.Protocols.Locking;

/// <content>The begin and the end of an activation.</content>
internal sealed partial class LockedState<TState>
{
    public async Task Load(CancellationToken cancellationToken)
    {
        _committed = await store.Load(cancellationToken);
        await handoff.TakeUp<List<LockHolder<TState>>>(_context.GrainId, async holders =>
        {
            foreach (var holder in holders)
            {
                _committed = await holder.TakeUp(store, _committed, cancellationToken);

                // What is installed is decided, whether or not anybody is there to say so.
                if (holder.IsInstalled ? !holder.IsOver : await coordinator.IsOpen(holder.Id))
                {
                    _committed = holder.IsInstalled ? holder.Working ?? _committed : _committed;
                    holder.Committing = null;
                    _lock.Take(holder);
                }
            }
        });
        foreach (var holder in _lock.Holders.Where(static holder => holder.IsInstalled).ToArray())
        {
            // Not awaited: it may take as long as the storage is away. Who is told of it, or waits for it, tries again.
            _ = Commit(holder);
        }

        resident?.Add(_context.GrainId);
    }

    public async Task Unload()
    {
        resident?.Remove(_context.GrainId);
        await EndDecided();

        // A coordinator decides within its time-outs about what is prepared; and what is being stored the next activation would have to wait for.
        var since = time.GetTimestamp();
        while (_lock.Holders.Any(static holder => holder is { IsPrepared: true, IsInstalled: false } or { Committing.IsCompleted: false })
            && time.GetElapsedTime(since) < options.Timeout * 3)
        {
            await Task.Delay(options.RetryPause, time);
            await EndDecided();
        }

        foreach (var waiter in _lock.Waiting.ToArray())
        {
            waiter.Granted!.TrySetException(new TransactionAbortedException(
                AbortCause.ParticipantLost, $"Grain {_context.GrainId} was deactivated while transaction {waiter.Id} waited for it."));
        }

        // What has promised nothing is aborted with this activation; what is decided and not stored the next one takes over.
        var left = new List<LockHolder<TState>>();
        foreach (var holder in _lock.Holders.ToArray())
        {
            if (holder.IsPrepared || holder.IsInstalled)
                left.Add(holder);
            else
                await holder.RunOnAbort();
        }

        if (left.Count > 0)
            handoff.Leave(_context.GrainId, left);
    }
}
