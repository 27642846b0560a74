using System.Collections.Frozen;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Grains.EventDelivery;

/// <summary>Finds the grain that tells of an event by the event's name.</summary>
internal sealed class EventProducers(IGrainFactory grains, IEnumerable<EventSource> sources)
{
    private readonly FrozenDictionary<EventKind, EventSource> _sources = sources
        .SelectMany(static source => source.Kinds, static (source, kind) => (source, kind))
        .ToFrozenDictionary(static pair => pair.kind, static pair => pair.source);

    public IEventProducer Of(EventId id) => _sources[id.Kind].Of(grains, id);
}

/// <summary>Where events of some kinds come from.</summary>
internal abstract class EventSource(params EventKind[] kinds)
{
    public IReadOnlyList<EventKind> Kinds => kinds;

    public abstract IEventProducer Of(IGrainFactory grains, EventId id);
}

internal static class EventSourceRegistration
{
    /// <summary>Says which grains tell of events of some kinds.</summary>
    /// <param name="keyOf">Key of the grain that tells of an event.</param>
    public static IServiceCollection AddEventSource<TGrain>(
        this IServiceCollection services, Func<EventId, long> keyOf, params EventKind[] kinds)
        where TGrain : IEventProducer =>
        services.AddSingleton<EventSource>(new KeyedSource<TGrain>(keyOf, kinds));

    private sealed class KeyedSource<TGrain>(Func<EventId, long> keyOf, EventKind[] kinds) : EventSource(kinds)
        where TGrain : IEventProducer
    {
        public override IEventProducer Of(IGrainFactory grains, EventId id) => grains.GetGrain<TGrain>(keyOf(id));
    }
}
