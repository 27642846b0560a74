using System.Diagnostics.Metrics;

namespace Marketplace.LocalEngine.Diagnostics;

/// <summary>
/// The engine's instruments. A call that runs inline counts nothing: it would be the dearest part of it.
/// </summary>
internal sealed class EngineMetrics
{
    private readonly Counter<long> _activated;
    private readonly Counter<long> _deactivated;
    private readonly Counter<long> _queued;
    private readonly Counter<long> _timedOut;

    public EngineMetrics(IMeterFactory meters, Func<int> activations, Func<int> pendingCalls)
    {
        var meter = meters.Create("Marketplace.LocalEngine");
        _activated = meter.CreateCounter<long>("actors.activations", description: "Grains activated.");
        _deactivated = meter.CreateCounter<long>("actors.deactivations", description: "Activations ended.");
        _queued = meter.CreateCounter<long>("actors.requests.queued", description: "Requests that did not run at once in their callers.");
        _timedOut = meter.CreateCounter<long>("actors.requests.timed_out", description: "Requests whose caller got a time-out.");
        meter.CreateObservableUpDownCounter("actors.activations.current", activations, description: "Activations that exist.");
        meter.CreateObservableUpDownCounter("actors.requests.pending", pendingCalls, description: "Requests that wait or run.");
    }

    public void Activated() => _activated.Add(1);

    public void Deactivated() => _deactivated.Add(1);

    public void Queued() => _queued.Add(1);

    public void TimedOut() => _timedOut.Add(1);
}
