namespace Marketplace.Engine.Local;

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

    // Grains do not move: there is one place.
    public void AddMigrationParticipant(IGrainMigrationParticipant participant)
    {
    }

    public void RemoveMigrationParticipant(IGrainMigrationParticipant participant)
    {
    }

    /// <summary>Starts the observers in ascending order of their stages. The grain's own activation comes after them.</summary>
    public async Task Start(CancellationToken cancellationToken)
    {
        _started = true;
        foreach (var entry in _entries.ToArray().OrderBy(static entry => entry.Stage))
            await entry.Observer.OnStart(cancellationToken);
    }

    /// <summary>Stops the observers in descending order of their stages. The grain's own deactivation comes before them.</summary>
    public async Task Stop(CancellationToken cancellationToken)
    {
        foreach (var entry in _entries.ToArray().OrderByDescending(static entry => entry.Stage))
            await entry.Observer.OnStop(cancellationToken);
    }

    private sealed class Entry(GrainLifecycle owner, int stage, ILifecycleObserver observer) : IDisposable
    {
        public int Stage { get; } = stage;
        public ILifecycleObserver Observer { get; } = observer;

        public void Dispose() => owner._entries.Remove(this);
    }
}
