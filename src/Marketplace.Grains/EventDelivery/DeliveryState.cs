using System.Text.Json.Serialization;

namespace Marketplace.Grains.EventDelivery;

/// <summary>What a grain knows of the events that it heard of: a part of its state. Nobody reads it but the delivery of events.</summary>
[GenerateSerializer, Immutable]
internal sealed record DeliveryState
{
    /// <summary>A grain that has not heard of an event yet.</summary>
    public static readonly DeliveryState Empty = new();

    /// <summary>Number of the last event that arrived. It is not taken back with what the event did, so the order of arrivals is known.</summary>
    [Id(0)]
    public int Arrivals { get; init; }

    /// <summary>
    /// Events that took effect, until no call of them can come any more. They are not stored, nor sent: no call of a transaction comes after
    /// its silo has ended.
    /// </summary>
    [field: NonSerialized]
    [JsonIgnore]
    public InboxEntry? Recent { get; init; }

    /// <summary>Those that took effect before the first of <see cref="Recent"/>.</summary>
    [field: NonSerialized]
    [JsonIgnore]
    public InboxEntry? Earlier { get; init; }

    /// <summary>The latest time at which an event arrived, UTC ticks: a clock that goes back makes no call young again.</summary>
    [Id(1), JsonIgnore]
    public long Latest { get; init; }

    /// <summary>Outbox and inbox where they are stored; null where no transaction needs them.</summary>
    [Id(2)]
    public KeptEvents? Kept { get; init; }
}

/// <summary>A state of a grain that tells of events or hears of them.</summary>
internal interface IEventState : IServiceState
{
    /// <summary>What the grain knows of events; null while there were none.</summary>
    DeliveryState? Book { get; set; }
}
