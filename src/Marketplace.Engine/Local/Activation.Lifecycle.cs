using Marketplace.Engine.Turns;
using Marketplace.Engine.Turns.Diagnostics;

namespace Marketplace.Engine.Local;

/// <summary>Activation and deactivation, in turns of the activation.</summary>
internal sealed partial class Activation
{
    /// <summary>Has the grain deactivated if nobody has used it since its age limit ago. Called outside turns.</summary>
    /// <returns>When to look again; null when it leaves.</returns>
    public int? Collect(int now)
    {
        int? due = now + 1;
        var looked = TryInspect(() =>
        {
            due = Math.Max(LastUse + _class.AgeLimit, _keepUntil);
            if (due > now || Status != ActivationStatus.Active || Running > 0 || Waiting > 0)
                return;
            Extras.Reason = new DeactivationReason(DeactivationReasonCode.ActivationIdle, "Nobody used the grain for its age limit.");
            Status = ActivationStatus.Draining;
            AskForAttention();
            due = null;
        });
        return !looked ? now + _class.AgeLimit : due is { } time ? Math.Max(time, now + 1) : null;
    }

    protected override void OnWaiting()
    {
        if (Status != ActivationStatus.New)
            return;
        Status = ActivationStatus.Activating;
        _ = Activate();
    }

    protected override void OnDrained()
    {
        Status = ActivationStatus.Deactivating;
        _ = Deactivate();
    }

    private void BeginDraining(DeactivationReason reason, CancellationToken stopToken)
    {
        if (Status > ActivationStatus.Active)
            return;
        Extras.Reason = reason;
        Extras.StopToken = stopToken;
        if (Status == ActivationStatus.New)
        {
            OnDrained();
        }
        else if (Status == ActivationStatus.Active)
        {
            Status = ActivationStatus.Draining;
            AskForAttention();
            StopTimers();
        }
    }

    private async Task Activate()
    {
        try
        {
            var traits = _class.Traits;
            _grain = traits.Construct(traits.NeedsServices ? ActivationServices : Engine.Services);
            if (traits.TakesPartInLifecycle)
                ((ILifecycleParticipant<IGrainLifecycle>)_grain).Participate(ObservableLifecycle);
            if (_extras?.Lifecycle is not null || traits.HasOnActivate)
            {
                using var timeout = new CancellationTokenSource(Engine.Options.LifecycleTimeout, Engine.Time);
                if (_extras?.Lifecycle is { } lifecycle)
                    await lifecycle.Start(timeout.Token);
                if (_grain is IGrainBase grain)
                    await grain.OnActivateAsync(timeout.Token);
            }

            Status = ActivationStatus.Active;
            AskForAttention();

            // Asked to leave during activation: the requests that it was made for come first, or it could be made for ever.
            if (_extras is { } extras && extras.Reason.ReasonCode != DeactivationReasonCode.None)
                Deactivate(extras.Reason, extras.StopToken);
        }
        catch (Exception e)
        {
            Engine.Log.ActivationFailed(GrainId, e);
            Extras.Reason = new DeactivationReason(DeactivationReasonCode.ActivationFailed, e, "Activation failed.");
            await Leave();

            // These are the requests that this activation was for; later ones find another and try again.
            FailWaiting(e);
        }
    }

    private async Task Deactivate()
    {
        try
        {
            StopTimers();
            if (_grain is not null && (_extras?.Lifecycle is not null || _class.Traits.HasOnDeactivate))
            {
                using var timeout = new CancellationTokenSource(Engine.Options.LifecycleTimeout, Engine.Time);
                using var stop = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, Extras.StopToken);
                if (_grain is IGrainBase grain)
                    await grain.OnDeactivateAsync(Extras.Reason, stop.Token);
                if (_extras?.Lifecycle is { } lifecycle)
                    await lifecycle.Stop(stop.Token);
            }
        }
        catch (Exception e)
        {
            Engine.Log.DeactivationFailed(GrainId, e);
        }

        await Leave();
        PassOnWaiting();
    }

    private async Task Leave()
    {
        try
        {
            StopTimers();
            if (_grain is IAsyncDisposable asyncDisposable)
                await asyncDisposable.DisposeAsync();
            else
                (_grain as IDisposable)?.Dispose();
            if (_extras?.Scope is { } scope)
                await scope.DisposeAsync();
        }
        catch (Exception e)
        {
            Engine.Log.DeactivationFailed(GrainId, e);
        }

        foreach (var observer in _extras?.Observers.ToArray() ?? [])
            observer.Dispose();
        _class.Remove(this);
        Status = ActivationStatus.Gone;

        // Whoever asks for the end now sees the status; whoever asked before is seen here.
        Interlocked.MemoryBarrier();
        _extras?.Gone?.TrySetResult();

        // A reference may hold on to the activation for long; it must not hold on to the grain's state.
        _grain = null;
        _extras?.Forget();
    }

    // A tick that runs may wait for nothing but its token.
    private void StopTimers()
    {
        foreach (var timer in _extras?.Timers.ToArray() ?? [])
            timer.Dispose();
    }
}
