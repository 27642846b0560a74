namespace Marketplace.Protocols.Optimistic;

/// <content>The begin and the end of an activation.</content>
internal sealed partial class VersionedState<TState>
{
    /// <inheritdoc/>
    public async Task Load(CancellationToken cancellationToken)
    {
        _committed = await store.Load(cancellationToken);
        await handoff.TakeUp<Left>(_context.GrainId, async left =>
        {
            _version = left.Version;
            foreach (var part in left.Parts)
            {
                _committed = await part.TakeUp(store, _committed, cancellationToken);

                // What is installed is decided, whether or not anybody is there to say so.
                if (part.IsInstalled ? !part.IsOver : await coordinator.IsOpen(part.Id))
                {
                    _committed = part.IsInstalled ? part.Working ?? _committed : _committed;
                    part.Committing = null;
                    _lock.Restore(part);
                    _parts.Add(part);
                }
            }
        });
        foreach (var part in _parts.Where(static part => part.IsInstalled).ToArray())
        {
            // Not awaited: it may take as long as the storage is away. Who is told of it, or waits for it, tries again.
            _ = Commit(part);
        }
    }

    /// <inheritdoc/>
    public async Task Unload()
    {
        var lost = new TransactionAbortedException(AbortCause.ParticipantLost, $"Grain {_context.GrainId} was deactivated.");
        _lock.DismissAll(lost);
        await EndDecided();

        // A coordinator decides within its time-outs about what is prepared; and what is being stored the next activation would have to wait for.
        var since = time.GetTimestamp();
        while (_parts.Exists(static part => part is { IsPrepared: true, IsInstalled: false } or { Committing.IsCompleted: false })
            && time.GetElapsedTime(since) < options.Timeout * 3)
        {
            await Task.Delay(options.RetryPause, time);
            await EndDecided();
        }

        // What has no promise is aborted with this activation; what is decided and not stored the next one takes over.
        foreach (var part in _parts.Where(static part => part is { IsPrepared: false, IsInstalled: false }))
        {
            await part.RunOnAbort();
        }

        _parts.RemoveAll(static part => part is { IsPrepared: false, IsInstalled: false });
        if (_parts.Count > 0)
        {
            handoff.Leave(_context.GrainId, new Left(_version, [.. _parts]));
        }
    }

    private sealed record Left(long Version, List<VersionedPart<TState>> Parts);
}
