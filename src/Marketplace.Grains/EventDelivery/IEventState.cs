namespace Marketplace.Grains.EventDelivery;

/// <summary>A state of a grain that tells of events or hears of them.</summary>
internal interface IEventState : IServiceState
{
    /// <summary>What the grain knows of events; null while there were none.</summary>
    DeliveryState? Book { get; set; }
}
