using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Kernel;

/// <content>The begin and the end of an activation.</content>
internal sealed partial class Participant<TState>
{
    public async Task Load(CancellationToken cancellationToken)
    {
        machine.Grain = _context.GrainId;
        _committed = await store.Load(cancellationToken);
        await services.Handoff.TakeUp(_context.GrainId, left => TakeUp(left, cancellationToken));
        foreach (var branch in machine.Branches.Where(static branch => branch.IsInstalled).ToArray())
        {
            // Not awaited: it may take as long as the storage is away. Who is told of it, or waits for it, tries again.
            _ = Commit(branch);
        }

        services.Resident?.Add(_context.GrainId);
    }

    public async Task Unload()
    {
        services.Resident?.Remove(_context.GrainId);
        machine.Deactivate();
        Drain();
        try
        {
            await EndDecided();
            await SettleAll();
            await QuietSteps();

            // A coordinator decides within its time-outs about what is prepared; and what is being stored the next activation would have to
            // wait for.
            var since = services.Time.GetTimestamp();
            while (machine.Branches.Any(static branch => branch is { IsPrepared: true, IsInstalled: false } or { Committing.IsCompleted: false })
                && services.Time.GetElapsedTime(since) < services.Options.Timeout * 3)
            {
                await Task.Delay(services.Options.RetryPause, services.Time);
                await EndDecided();
            }
        }
        finally
        {
            await Leave();
        }
    }

    // What has promised nothing is aborted with this activation; what is decided and not stored the next one takes over.
    private async Task Leave()
    {
        _aborting.AddRange(machine.Branches.Where(branch => !machine.Outlives(branch) && !branch.IsOver));
        foreach (var branch in _aborting.ToArray())
            await Quiet(TakeBack(branch));

        var left = new LeftBranches(
            [.. machine.Branches.Where(machine.Outlives)], _aborting, _settling?.Unsettled is { IsEmpty: false } unsettled ? unsettled : null);
        if (!left.IsEmpty)
            services.Handoff.Leave(_context.GrainId, left);
    }

    private async Task TakeUp(LeftBranches left, CancellationToken cancellationToken)
    {
        foreach (var branch in left.Branches)
        {
            _committed = (TState)await branch.TakeUp(this, _committed, cancellationToken);

            // What is installed is decided, whether or not anybody is there to say so.
            var goesOn = branch.IsInstalled ? !branch.IsOver : !branch.IsPrepared || await services.Coordinator.IsOpen(branch.Id);
            if (!goesOn && branch.WriteSet is { } writes && await store.IsStored(writes, cancellationToken))
                branch.IsInstalled = goesOn = true;

            if (!goesOn)
                continue;

            _committed = branch is { IsInstalled: true, Working: { } working } ? (TState)working : _committed;
            branch.Committing = null;
            (branch as StepBranch)?.BeginAnew();
            machine.Restore(branch);
        }

        _aborting.AddRange(left.Aborting);
        if (left.Unsettled is { } unsettled)
        {
            _committed = (TState?)unsettled.Unsaved ?? _committed;
            _settling = new Settling(unsettled);
        }
    }
}
