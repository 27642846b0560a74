using Marketplace.LocalEngine.Diagnostics;
using Orleans;

namespace Marketplace.LocalEngine.Activations;

/// <summary>Activation and deactivation, in turns of the activation.</summary>
internal sealed partial class Activation
{
    /// <summary>Has the grain deactivated if nobody has used it since its age limit ago. Called outside turns.</summary>
    /// <param name="now">The collector's time.</param>
    /// <returns>When to look again; null when it leaves.</returns>
    public int? Collect(int now)
    {
        if (!_mailbox.TryClaim())
            return now + _class.AgeLimit;
        var due = Math.Max(_lastUse + _class.AgeLimit, _keepUntil);
        var isIdle = _status == ActivationStatus.Active && _rules.Running == 0 && _waiting.Count == 0;
        if (isIdle && due <= now)
        {
            Extras.Reason = new DeactivationReason(DeactivationReasonCode.ActivationIdle, "Nobody used the grain for its age limit.");
            _status = ActivationStatus.Draining;
            if (_class.Scheduler.TryBeginInline())
            {
                var outer = Current;
                SetSynchronizationContext(this);
                Attend();
                SetSynchronizationContext(outer);
                _class.Scheduler.EndInline();
            }
            else
            {
                _attention = true;
            }
            due = 0;
        }
        EndTurn();
        return due == 0 ? null : Math.Max(due, now + 1);
    }

    private void BeginDraining(DeactivationReason reason, CancellationToken stopToken)
    {
        if (_status > ActivationStatus.Active)
            return;
        Extras.Reason = reason;
        Extras.StopToken = stopToken;
        if (_status == ActivationStatus.New)
        {
            _status = ActivationStatus.Deactivating;
            _ = DeactivateAsync();
        }
        else if (_status == ActivationStatus.Active)
        {
            _status = ActivationStatus.Draining;
            _attention = true;
            StopTimers();
        }
    }

    private async Task ActivateAsync()
    {
        try
        {
            _grain = _class.Construct(this);
            if (_extras?.Lifecycle is not null || _class.HasOnActivate)
            {
                using var timeout = new CancellationTokenSource(Engine.Options.LifecycleTimeout, Engine.Time);
                if (_extras?.Lifecycle is { } before)
                    await before.StartAsync(beforeGrain: true, timeout.Token);
                await ((IGrainBase)_grain).OnActivateAsync(timeout.Token);
                if (_extras?.Lifecycle is { } after)
                    await after.StartAsync(beforeGrain: false, timeout.Token);
            }
            _status = ActivationStatus.Active;
            _attention = true;

            // Asked to leave during activation: the requests that it was made for come first, or it could be made for ever.
            if (_extras is { } extras && extras.Reason.ReasonCode != DeactivationReasonCode.None)
                Deactivate(extras.Reason, extras.StopToken);
        }
        catch (Exception e)
        {
            Engine.Log.ActivationFailed(GrainId, e);
            Extras.Reason = new DeactivationReason(DeactivationReasonCode.ActivationFailed, e, "Activation failed.");
            await LeaveAsync();

            // These are the requests that this activation was for; later ones find another and try again.
            while (_waiting.TakeFirst(static (_, _) => true, this) is { } request)
                Answer(request, Task.FromException(e));
        }
    }

    private async Task DeactivateAsync()
    {
        try
        {
            StopTimers();
            if (_grain is IGrainBase grain && (_extras?.Lifecycle is not null || _class.HasOnDeactivate))
            {
                using var timeout = new CancellationTokenSource(Engine.Options.LifecycleTimeout, Engine.Time);
                using var stop = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, Extras.StopToken);
                if (_extras?.Lifecycle is { } after)
                    await after.StopAsync(beforeGrain: false, stop.Token);
                await grain.OnDeactivateAsync(Extras.Reason, stop.Token);
                if (_extras?.Lifecycle is { } before)
                    await before.StopAsync(beforeGrain: true, stop.Token);
            }
        }
        catch (Exception e)
        {
            Engine.Log.DeactivationFailed(GrainId, e);
        }
        await LeaveAsync();
        while (_waiting.TakeFirst(static (_, _) => true, this) is { } request)
            PassOn(request);
    }

    private async Task LeaveAsync()
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
        _status = ActivationStatus.Gone;

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
