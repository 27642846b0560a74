namespace Marketplace.Grains.EventDelivery;

/// <summary>How often an event takes effect (setting Delivery).</summary>
public enum DeliveryLevel
{
    /// <summary>At most once: an event is a call, and one that is lost stays lost.</summary>
    AtMostOnce = 0,

    /// <summary>At least once: a call that fails is made again, and may then arrive twice.</summary>
    AtLeastOnce = 1,

    /// <summary>Exactly once: besides, the consumer knows what it has had.</summary>
    ExactlyOnce = 2,
}
