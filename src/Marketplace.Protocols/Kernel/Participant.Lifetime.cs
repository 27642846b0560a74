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

        if (StorageKeepsSteps)
            await RestoreSteps(cancellationToken);

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
            await GiveUpAll();

            // A coordinator decides within its time-outs about what is prepared; and what is being stored the next activation would have to
            // wait for.
            var since = services.Time.GetTimestamp();
            for (var pause = services.Options.RetryPause; MustStay(services.Time.GetElapsedTime(since)); pause = Longer(pause))
            {
                await Task.Delay(pause, services.Time);
                await EndDecided();
                await ResolveSteps();
                await TakeBackAll();
            }
        }
        finally
        {
            await Leave();
        }
    }

    // The next activation may be on another silo, which does not know what is left here. It would load what is stored before another silo stores
    // what it was given of this one; and nobody would take back what is outside.
    private bool MustStay(TimeSpan stayed) => (services.Options.IsClustered && _aborting.Count > 0)
        || machine.Branches.Any(stayed < services.Options.Timeout * 3
            ? IsUndecided
            : HasLeftToTell);

    private TimeSpan Longer(TimeSpan pause) => pause * 2 < services.Options.Timeout / 2 ? pause * 2 : pause;

    // What has promised nothing is aborted with this activation.
    private async Task GiveUpAll()
    {
        foreach (var branch in machine.Branches.Where(branch => !Outlives(branch) && !branch.IsOver).Except(_aborting))
        {
            // What runs still may have done something since.
            if (branch is { Aborting: not null, CommitActions: not { Count: > 0 } })
                continue;

            branch.Aborting = null;
            _aborting.Add(branch);
        }

        await TakeBackAll();
    }

    // What is decided and not stored the next one takes over.
    private async Task Leave()
    {
        await GiveUpAll();
        var left = new LeftBranches(
            [.. machine.Branches.Where(Outlives)], _aborting, _settling?.Unsettled is { IsEmpty: false } unsettled ? unsettled : null);
        if (!left.IsEmpty)
            services.Handoff.Leave(_context.GrainId, left);
    }

    // A step that the storage keeps is found there by the next activation, which may be on another silo.
    private bool Outlives(Branch branch) => machine.Outlives(branch) && !(StorageKeepsSteps && branch is StepBranch { IsPrepared: false });

    // Another silo may be about to store what it was given, or would not know of what was done outside. Where a save has failed nothing can be
    // taken back before the next activation.
    private bool HasLeftToTell(Branch branch) => branch is StepBranch step
        ? services.Options.IsClustered && _failure is null && step is { IsPrepared: true, IsOpen: true, CommitActions: not null, IsEnded: false }
        : branch is { WriteSet: not null, IsInstalled: false };

    private static bool IsUndecided(Branch branch) => branch is StepBranch step
        ? step is { IsPrepared: true, IsOpen: true }
        : branch is { IsPrepared: true, IsInstalled: false } or { Committing.IsCompleted: false };

    private async Task TakeBackAll()
    {
        foreach (var branch in _aborting.ToArray())
            await TakeBack(branch).Ended();
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

        foreach (var action in left.CommitActions)
            action.TakeUp(_context.GrainInstance!);
    }
}
