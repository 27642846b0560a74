using Marketplace.Actors.CodeGeneration;
using Marketplace.LocalEngine.Activations;
using Marketplace.LocalEngine.Diagnostics;
using Orleans.Runtime;

namespace Marketplace.LocalEngine.Timers;

/// <summary>A timer of one activation: each tick is a request to it, and the next one is set when a tick is done.</summary>
internal sealed class GrainTimer<TState> : IGrainTimer
{
    private static readonly GrainMethod Tick = new(typeof(ITicking), nameof(ITicking.Tick), [], GrainMethodOptions.None);
    private static readonly GrainMethod InterleavingTick = new(typeof(ITicking), nameof(ITicking.Tick), [], GrainMethodOptions.AlwaysInterleave);

    private readonly Engine _engine;
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
        Engine engine,
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
        IGrainRequest tick = new TickRequest(this);
        tick.State.Activation = _activation;
        _activation.Enqueue(tick);
    }

    private async Task RunTickAsync()
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

    private sealed class TickRequest(GrainTimer<TState> timer) : GrainRequest<NoResult>, IGrainRequest
    {
        public override GrainMethod Method => timer._options.Interleave ? InterleavingTick : Tick;

        bool IGrainRequest.IsOfActivation => true;

        bool IGrainRequest.IsCall => false;

        bool IGrainRequest.IsUse => timer._options.KeepAlive;

        public override int GetArgumentCount() => 0;

        public override object? GetArgument(int index) => throw NoSuchArgument(index);

        public override void SetArgument(int index, object? value) => throw NoSuchArgument(index);

        protected override Task Call(object grain) => timer.RunTickAsync();
    }
}
