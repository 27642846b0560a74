namespace Marketplace.Grains.Shipment;

/// <summary>How shipments are spread (setting Shipment:Partitions).</summary>
/// <param name="Count">Number of partitions, from 1.</param>
public sealed record ShipmentPartitions(int Count)
{
    /// <summary>The partition of a customer's shipments.</summary>
    /// <returns>From 0, below <see cref="Count"/>.</returns>
    public int Of(int customerId) => customerId % Count;
}
