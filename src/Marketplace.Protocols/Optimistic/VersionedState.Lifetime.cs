namespace Marketplace.Protocols.Optimistic;

/// <content>The begin and the end of an activation.</content>
internal sealed partial class VersionedState<TState>
{
    public async Task Load(CancellationToken cancellationToken)
    {
        _committed = await store.Load(cancellationToken);
        await handoff.TakeUp<Left>(_context.GrainId, async left =>
        {
            _version = left.Version;
            foreach (var branch in left.Branches)
            {
                _committed = await branch.TakeUp(store, _committed, cancellationToken);

                // What is installed is decided, whether or not anybody is there to say so.
                if (branch.IsInstalled ? !branch.IsOver : await coordinator.IsOpen(branch.Id))
                {
                    _committed = branch.IsInstalled ? branch.Working ?? _committed : _committed;
                    branch.Committing = null;
                    _lock.Restore(branch);
                    _branches.Add(branch);
                }
            }
        });
        foreach (var branch in _branches.Where(static branch => branch.IsInstalled).ToArray())
        {
            // Not awaited: it may take as long as the storage is away. Who is told of it, or waits for it, tries again.
            _ = Commit(branch);
        }
    }

    public async Task Unload()
    {
        var lost = new TransactionAbortedException(AbortCause.ParticipantLost, $"Grain {_context.GrainId} was deactivated.");
        _lock.DismissAll(lost);
        await EndDecided();

        // A coordinator decides within its time-outs about what is prepared; and what is being stored the next activation would have to wait for.
        var since = time.GetTimestamp();
        while (_branches.Exists(static branch => branch is { IsPrepared: true, IsInstalled: false } or { Committing.IsCompleted: false })
            && time.GetElapsedTime(since) < options.Timeout * 3)
        {
            await Task.Delay(options.RetryPause, time);
            await EndDecided();
        }

        // What has no promise is aborted with this activation; what is decided and not stored the next one takes over.
        foreach (var branch in _branches.Where(static branch => branch is { IsPrepared: false, IsInstalled: false }))
            await branch.RunOnAbort();

        _branches.RemoveAll(static branch => branch is { IsPrepared: false, IsInstalled: false });
        if (_branches.Count > 0)
            handoff.Leave(_context.GrainId, new Left(_version, [.. _branches]));
    }

    private sealed record Left(long Version, List<VersionedBranch<TState>> Branches);
}
