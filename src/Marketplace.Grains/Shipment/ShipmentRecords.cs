using Marketplace.Contracts.Entities;

namespace Marketplace.Grains.Shipment;

/// <summary>The delivery of one seller's packages of a shipment.</summary>
/// <param name="Chosen">Seller and order.</param>
/// <param name="IsFirst">Whether the shipment came under delivery by it.</param>
internal sealed record Delivery(DeliveredOrder Chosen, bool IsFirst, ImmutableArray<Package> Packages);

/// <summary>Sellers' oldest open orders.</summary>
/// <param name="Orders">At most one a seller.</param>
[GenerateSerializer, Immutable]
internal sealed record OldestOrders(ImmutableArray<DeliveredOrder> Orders);

/// <summary>Sellers of orders.</summary>
/// <param name="Sellers">Their ids; one that sells in several orders can come several times.</param>
[GenerateSerializer, Immutable]
internal sealed record OrderSellers(ImmutableArray<int> Sellers);

/// <summary>Shipments with their packages.</summary>
[GenerateSerializer, Immutable]
internal sealed record Shipments(ImmutableArray<ShipmentExport> Items);

/// <summary>How shipments are spread (setting Shipment:Partitions).</summary>
/// <param name="Count">Number of partitions, from 1.</param>
internal sealed record ShipmentPartitions(int Count)
{
    /// <returns>From 0, below <see cref="Count"/>.</returns>
    public int Of(int customerId) => customerId % Count;
}
