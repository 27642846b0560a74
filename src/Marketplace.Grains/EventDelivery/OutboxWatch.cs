namespace Marketplace.Grains.EventDelivery;

/// <summary>The grains with events that were not delivered when their transactions ended: each once, so as many as grains at most.</summary>
internal sealed class OutboxWatch(EventProducers producers)
{
    private readonly Lock _lock = new();
    private readonly HashSet<IEventProducer> _late = [];

    /// <summary>An event could not be delivered.</summary>
    public void Add(EventId name) => Add(producers.Of(name));

    /// <summary>A grain is to be looked at again.</summary>
    public void Add(IEventProducer producer)
    {
        lock (_lock)
        {
            _late.Add(producer);
        }
    }

    /// <summary>Takes all of them out.</summary>
    public List<IEventProducer> Drain()
    {
        lock (_lock)
        {
            var late = _late.ToList();
            _late.Clear();
            return late;
        }
    }
}
