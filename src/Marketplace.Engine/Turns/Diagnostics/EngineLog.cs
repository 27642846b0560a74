using Microsoft.Extensions.Logging;

namespace Marketplace.Engine.Turns.Diagnostics;

/// <summary>All log texts of the engine.</summary>
internal static partial class EngineLog
{
    [LoggerMessage(1, LogLevel.Warning, "Activation of grain {Grain} failed.")]
    public static partial void ActivationFailed(this ILogger logger, GrainId grain, Exception exception);

    [LoggerMessage(2, LogLevel.Error, "Grain {Grain} failed while it was deactivated; it is gone all the same.")]
    public static partial void DeactivationFailed(this ILogger logger, GrainId grain, Exception exception);

    [LoggerMessage(3, LogLevel.Error, "A timer of grain {Grain} failed; it goes on ticking.")]
    public static partial void TimerFailed(this ILogger logger, GrainId grain, Exception exception);

    [LoggerMessage(4, LogLevel.Error, "The one-way call of {Method} on grain {Grain} failed.")]
    public static partial void OneWayFailed(this ILogger logger, string method, GrainId grain, Exception exception);

    [LoggerMessage(5, LogLevel.Error, "Code of grain {Grain} that nobody awaits failed.")]
    public static partial void UnawaitedFailed(this ILogger logger, GrainId grain, Exception exception);

    [LoggerMessage(6, LogLevel.Error, "An event of stream {Stream} could not be delivered to grain {Grain} in time; it is lost to it.")]
    public static partial void DeliveryFailed(this ILogger logger, StreamId stream, GrainId grain, Exception exception);

    [LoggerMessage(7, LogLevel.Warning, "Grain {Grain} did not resume its subscription to stream {Stream}: the event is lost to it.")]
    public static partial void NotResumed(this ILogger logger, GrainId grain, StreamId stream);

    [LoggerMessage(8, LogLevel.Warning, "Stopping ran out of time with {Calls} calls under way and {Activations} activations left.")]
    public static partial void StopCutShort(this ILogger logger, int calls, int activations);

    [LoggerMessage(9, LogLevel.Warning, "Grain {Grain} failed to take an event of stream {Stream}; it is delivered again.")]
    public static partial void DeliveryRepeated(this ILogger logger, StreamId stream, GrainId grain, Exception exception);
}
