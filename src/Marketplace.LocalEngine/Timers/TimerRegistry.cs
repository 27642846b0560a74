using Marketplace.LocalEngine.Activations;
using Orleans.Runtime;
using Orleans.Timers;

namespace Marketplace.LocalEngine.Timers;

/// <summary>Starts the timers of grains.</summary>
internal sealed class TimerRegistry(Engine engine) : ITimerRegistry
{
    public IGrainTimer RegisterGrainTimer<TState>(
        IGrainContext grainContext,
        Func<TState, CancellationToken, Task> callback,
        TState state,
        GrainTimerCreationOptions options) =>
        grainContext is Activation activation
            ? new GrainTimer<TState>(engine, activation, callback, state, options)
            : throw new ArgumentException("The grain does not run in this engine.", nameof(grainContext));
}
