using Orleans;

namespace Marketplace.Contracts.Audit;

/// <summary>A seller's oldest open order, chosen by an Update Delivery. Its age is (request date, partition, shipment id).</summary>
/// <param name="SellerId">Seller.</param>
/// <param name="CustomerId">Customer.</param>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="RequestDate">Request date of the shipment, UTC.</param>
/// <param name="Partition">Partition that holds it.</param>
/// <param name="ShipmentId">Shipment id within the partition.</param>
/// <param name="Packages">Packages delivered by this transaction.</param>
[GenerateSerializer, Immutable]
public sealed record DeliveredOrder(
    int SellerId,
    int CustomerId,
    int OrderId,
    DateTime RequestDate,
    int Partition,
    int ShipmentId,
    int Packages);
