using Orleans.Runtime;
using Orleans.Timers;

namespace Orleans;

/// <summary>What a grain can ask for from inside.</summary>
public static class GrainBaseExtensions
{
    /// <summary>Ends the activation when the requests under way are done; later requests go to a new activation.</summary>
    /// <param name="grain">The grain.</param>
    public static void DeactivateOnIdle(this IGrainBase grain)
    {
        ArgumentNullException.ThrowIfNull(grain);
        grain.GrainContext.Deactivate(new DeactivationReason(DeactivationReasonCode.ApplicationRequested, "The grain asked for it."));
    }

    /// <summary>Starts a timer whose callback runs as a turn of the grain.</summary>
    /// <typeparam name="TState">Type of the state.</typeparam>
    /// <param name="grain">The grain.</param>
    /// <param name="callback">Called at each tick; its token is cancelled when the timer or the activation ends.</param>
    /// <param name="state">Handed to the callback.</param>
    /// <param name="options">When it ticks, and what it may interleave with.</param>
    /// <returns>Stops the timer when disposed.</returns>
    public static IGrainTimer RegisterGrainTimer<TState>(
        this IGrainBase grain,
        Func<TState, CancellationToken, Task> callback,
        TState state,
        GrainTimerCreationOptions options)
    {
        ArgumentNullException.ThrowIfNull(grain);
        ArgumentNullException.ThrowIfNull(callback);
        var registry = (ITimerRegistry?)grain.GrainContext.ActivationServices.GetService(typeof(ITimerRegistry))
            ?? throw new InvalidOperationException("The services of the grain have no timer registry.");
        return registry.RegisterGrainTimer(grain.GrainContext, callback, state, options);
    }

    /// <summary>Starts a timer whose callback runs as a turn of the grain.</summary>
    /// <param name="grain">The grain.</param>
    /// <param name="callback">Called at each tick; its token is cancelled when the timer or the activation ends.</param>
    /// <param name="options">When it ticks, and what it may interleave with.</param>
    /// <returns>Stops the timer when disposed.</returns>
    public static IGrainTimer RegisterGrainTimer(
        this IGrainBase grain, Func<CancellationToken, Task> callback, GrainTimerCreationOptions options) =>
        RegisterGrainTimer(grain, static (callback, token) => callback(token), callback, options);

    /// <summary>Starts a timer whose callback runs as a turn of the grain.</summary>
    /// <param name="grain">The grain.</param>
    /// <param name="callback">Called at each tick.</param>
    /// <param name="dueTime">The delay before the first tick.</param>
    /// <param name="period">The time from the end of a tick to the next one.</param>
    /// <returns>Stops the timer when disposed.</returns>
    public static IGrainTimer RegisterGrainTimer(
        this IGrainBase grain, Func<CancellationToken, Task> callback, TimeSpan dueTime, TimeSpan period) =>
        RegisterGrainTimer(grain, callback, new GrainTimerCreationOptions(dueTime, period));
}
