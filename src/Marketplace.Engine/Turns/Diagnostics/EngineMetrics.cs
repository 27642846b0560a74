using System.Diagnostics.Metrics;

namespace Marketplace.Engine.Turns.Diagnostics;

/// <summary>
/// The instruments of the turns. A call that runs inline adds to no counter of a meter, which would be the dearest part of it. Its activation does
/// not count it either, as whoever reads would have to visit all activations.
/// </summary>
internal sealed class EngineMetrics
{
    private readonly Meter _meter;
    private readonly Counter<long> _activated;
    private readonly Counter<long> _deactivated;
    private readonly Counter<long> _queued;
    private readonly Counter<long> _messages;
    private readonly Counter<long> _timedOut;

    public EngineMetrics(IMeterFactory meters)
    {
        _meter = meters.Create("Marketplace.Engine");
        _activated = _meter.CreateCounter<long>("actors.activations", description: "Grains activated.");
        _deactivated = _meter.CreateCounter<long>("actors.deactivations", description: "Activations ended.");
        _queued = _meter.CreateCounter<long>("actors.calls.queued", description: "Calls that waited for a turn of an activation of this silo.");
        _messages = _meter.CreateCounter<long>("actors.calls.messages", description: "Calls that went by message of Orleans.");
        _timedOut = _meter.CreateCounter<long>("actors.calls.timed_out", description: "Calls whose callers got a time-out.");
    }

    /// <summary>Calls that ran at once on their callers' threads, since the start.</summary>
    public StripedCount InlineCalls { get; } = new();

    /// <summary>Adds the instruments that are read when somebody asks.</summary>
    public void Observe(Func<int> activations, Func<int> pendingCalls)
    {
        _meter.CreateObservableUpDownCounter("actors.activations.current", activations, description: "Activations that exist.");
        _meter.CreateObservableUpDownCounter("actors.calls.pending", pendingCalls, description: "Calls whose callers wait.");
        _meter.CreateObservableCounter(
            "actors.calls.inline", () => InlineCalls.Value, description: "Calls that ran at once on their callers' threads.");
    }

    public void Activated() => _activated.Add(1);

    public void Deactivated() => _deactivated.Add(1);

    public void Queued() => _queued.Add(1);

    public void SentAsMessage() => _messages.Add(1);

    public void TimedOut() => _timedOut.Add(1);
}
