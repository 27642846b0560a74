using System.Reflection;
using Marketplace.Engine.Turns;
using Marketplace.Engine.Turns.Diagnostics;
using Orleans.CodeGeneration;

namespace Marketplace.Engine.Local.Timers;

/// <summary>A timer of one activation: each tick is a request to it, and the next one is set when a tick is done.</summary>
internal sealed class GrainTimer<TState> : IGrainTimer
{
    private readonly LocalEngine _engine;
    private readonly Activation _activation;
    private readonly Func<TState, CancellationToken, Task> _callback;
    private readonly TState _state;
    private readonly GrainTimerCreationOptions _options;
    private readonly CancellationTokenSource _stopped = new();
    private readonly ITimer _timer;
    private readonly Lock _lock = new();
    private TimeSpan _period;

    // From the moment a tick is due until it is done; a new due time waits for that, so that a tick never overlaps another one.
    private bool _isTicking;
    private TimeSpan? _changedDueTime;

    public GrainTimer(
        LocalEngine engine,
        Activation activation,
        Func<TState, CancellationToken, Task> callback,
        TState state,
        GrainTimerCreationOptions options)
    {
        _engine = engine;
        _activation = activation;
        _callback = callback;
        _state = state;
        _options = options;
        _period = options.Period;

        // The async-local values of the registering call belong to that call, not to the ticks.
        using (ExecutionContext.SuppressFlow())
        {
            _timer = engine.Time.CreateTimer(
                static timer => ((GrainTimer<TState>)timer!).SendTick(), this, options.DueTime, Timeout.InfiniteTimeSpan);
        }

        activation.KeepTimer(this);
    }

    public void Change(TimeSpan dueTime, TimeSpan period)
    {
        lock (_lock)
        {
            _period = period;
            if (_isTicking)
                _changedDueTime = dueTime;
            else
                _timer.Change(dueTime, Timeout.InfiniteTimeSpan);
        }
    }

    public void Dispose()
    {
        if (_stopped.IsCancellationRequested)
            return;
        _timer.Dispose();
        _activation.ReleaseTimer(this);
        _stopped.Cancel();
    }

    private void SendTick()
    {
        lock (_lock)
            _isTicking = true;
        _activation.Enqueue(new TickRequest(_activation, new TickOf(this), _options));
    }

    private async Task Tick()
    {
        if (_stopped.IsCancellationRequested)
            return;
        try
        {
            await _callback(_state, _stopped.Token);
        }
        catch (OperationCanceledException) when (_stopped.IsCancellationRequested)
        {
            return;
        }
        catch (Exception e)
        {
            _engine.Log.TimerFailed(_activation.GrainId, e);
        }

        lock (_lock)
        {
            _isTicking = false;
            var next = _changedDueTime ?? _period;
            _changedDueTime = null;
            if (!_stopped.IsCancellationRequested)
                _timer.Change(next, Timeout.InfiniteTimeSpan);
        }
    }

    private sealed class TickOf(GrainTimer<TState> timer) : HostInvokable(TimerTick.Method)
    {
        protected override Task Run() => timer.Tick();
    }
}

/// <summary>Names the tick of a timer to the filters that it passes.</summary>
internal static class TimerTick
{
    public static readonly MethodInfo Method = typeof(ITicking).GetMethod(nameof(ITicking.Tick))!;

    private interface ITicking
    {
        Task Tick();
    }
}

/// <summary>A tick on its way to its turn.</summary>
internal sealed class TickRequest(Activation activation, HostInvokable tick, GrainTimerCreationOptions options)
    : CallRequest<NoResult>(activation, tick, options.Interleave ? InvokeMethodOptions.AlwaysInterleave : InvokeMethodOptions.None)
{
    private readonly bool _keepsAlive = options.KeepAlive;

    public override bool IsOfActivation => true;
    public override bool IsCall => false;
    public override bool IsUse => _keepsAlive;
}
