using Marketplace.Contracts.Audit;

namespace Marketplace.Grains.EventDelivery;

/// <summary>The grains with events that were not delivered when their transactions ended: each once, so as many as grains at most.</summary>
internal sealed class OutboxWatch(EventProducers producers)
{
    private readonly Lock _lock = new();
    private readonly HashSet<(EventKind Service, long Key)> _sources = [];

    /// <summary>An event could not be delivered.</summary>
    public void Add(EventId name) => Add(producers.SourceOf(name));

    /// <summary>A grain is to be looked at again.</summary>
    public void Add((EventKind Service, long Key) source)
    {
        lock (_lock)
        {
            _sources.Add(source);
        }
    }

    /// <summary>Takes all of them out.</summary>
    public List<(EventKind Service, long Key)> Take()
    {
        lock (_lock)
        {
            var taken = _sources.ToList();
            _sources.Clear();
            return taken;
        }
    }
}
