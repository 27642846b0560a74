namespace Marketplace.Grains.EventDelivery;

/// <summary>How events are delivered.</summary>
internal sealed record DeliveryOptions
{
    /// <summary>How often an event takes effect.</summary>
    public DeliveryLevel Level { get; init; }

    /// <summary>
    /// Whether the protocol takes back what a transaction has done if an event of it can't be delivered: then the transaction is run again,
    /// and no event is sent again by itself.
    /// </summary>
    public bool InTransactions { get; init; }

    /// <summary>Whether events are stored with the states that they tell of, and sent from there.</summary>
    public bool HasOutbox => Level == DeliveryLevel.ExactlyOnce && !InTransactions;

    /// <summary>How long a transaction waits until one of its events is delivered.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long a call is waited for before it is made again.</summary>
    public TimeSpan AttemptTimeout { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// How old a call may be for its consumer to act on it, where consumers know repeats: longer than it waits for a grain that another
    /// transaction holds.
    /// </summary>
    public TimeSpan Validity { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// With outboxes: how long a call may take until it may be refused, because events that were sent after it are forgotten. It is made again
    /// then.
    /// </summary>
    public TimeSpan Grace { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>With outboxes: how often events are sent again that were not delivered within their transactions.</summary>
    public TimeSpan SweepPeriod { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Longest pause before the first repeat; it doubles with each further one. Half of the pause is random.</summary>
    public TimeSpan FirstPause { get; init; } = TimeSpan.FromMilliseconds(10);

    /// <summary>Longest pause before any repeat.</summary>
    public TimeSpan PauseMax { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Seed of the pauses.</summary>
    public int Seed { get; init; } = 42;
}

/// <summary>How often an event takes effect (setting Delivery).</summary>
internal enum DeliveryLevel
{
    /// <summary>At most once: an event is a call, and one that is lost stays lost.</summary>
    AtMostOnce = 0,

    /// <summary>At least once: a call that fails is made again, and may then arrive twice.</summary>
    AtLeastOnce = 1,

    /// <summary>Exactly once: besides, the consumer knows what it has had.</summary>
    ExactlyOnce = 2,
}
