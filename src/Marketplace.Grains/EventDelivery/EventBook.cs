using Orleans;

namespace Marketplace.Grains.EventDelivery;

/// <summary>What a grain knows of the events that it told of and heard of. Nobody reads it but the delivery of events.</summary>
[GenerateSerializer, Immutable]
internal sealed record EventBook
{
    /// <summary>A grain that has neither told nor heard of an event yet.</summary>
    public static readonly EventBook Empty = new();

    /// <summary>Number of the last event that arrived. It is not taken back with what the event did, so the order of arrivals is known.</summary>
    [Id(0)]
    public int Arrivals { get; init; }
}
