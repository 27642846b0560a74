using Orleans;
using Orleans.Runtime;

namespace Marketplace.LocalEngine.Activations;

/// <summary>The components that take part in the start and stop of one activation.</summary>
internal sealed class GrainLifecycle : IGrainLifecycle
{
    private readonly List<Entry> _entries = [];
    private bool _started;

    public IDisposable Subscribe(string observerName, int stage, ILifecycleObserver observer)
    {
        ArgumentNullException.ThrowIfNull(observer);
        if (_started)
            throw new InvalidOperationException($"The lifecycle has begun: \"{observerName}\" must subscribe in a constructor.");
        var entry = new Entry(this, stage, observer);
        _entries.Add(entry);
        return entry;
    }

    /// <summary>Starts the observers of the stages before or after the grain's own, in ascending order.</summary>
    public async Task StartAsync(bool beforeGrain, CancellationToken cancellationToken)
    {
        _started = true;
        foreach (var entry in Select(beforeGrain).OrderBy(e => e.Stage))
            await entry.Observer.OnStart(cancellationToken);
    }

    /// <summary>Stops the observers of the stages before or after the grain's own, in descending order.</summary>
    public async Task StopAsync(bool beforeGrain, CancellationToken cancellationToken)
    {
        foreach (var entry in Select(beforeGrain).OrderByDescending(e => e.Stage))
            await entry.Observer.OnStop(cancellationToken);
    }

    private IEnumerable<Entry> Select(bool beforeGrain) =>
        _entries.ToArray().Where(entry => entry.Stage < GrainLifecycleStage.Activate == beforeGrain);

    private sealed class Entry(GrainLifecycle owner, int stage, ILifecycleObserver observer) : IDisposable
    {
        public int Stage { get; } = stage;

        public ILifecycleObserver Observer { get; } = observer;

        public void Dispose() => owner._entries.Remove(this);
    }
}
