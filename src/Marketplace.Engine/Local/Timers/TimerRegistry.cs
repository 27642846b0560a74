using Orleans.Timers;

namespace Marketplace.Engine.Local.Timers;

/// <summary>Starts the timers of grains.</summary>
internal sealed class TimerRegistry(LocalEngine engine) : ITimerRegistry
{
    public IGrainTimer RegisterGrainTimer<TState>(
        IGrainContext grainContext,
        Func<TState, CancellationToken, Task> callback,
        TState state,
        GrainTimerCreationOptions options) =>
        grainContext is Activation activation
            ? new GrainTimer<TState>(engine, activation, callback, state, options)
            : throw new ArgumentException("The grain does not run in this engine.", nameof(grainContext));

    // The older way: ticks interleave with everything.
    public IDisposable RegisterTimer(
        IGrainContext grainContext, Func<object?, Task> callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        RegisterGrainTimer(
            grainContext, (value, _) => callback(value), state, new GrainTimerCreationOptions(dueTime, period) { Interleave = true });
}
