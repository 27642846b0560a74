namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/deliveries`: what an Update Delivery chose, in chronological order.</summary>
/// <param name="Tid">Transaction.</param>
/// <param name="Time">When, UTC.</param>
/// <param name="Chosen">The orders chosen; at most 10, each of another seller.</param>
[GenerateSerializer, Immutable]
public sealed record DeliveryExport(
    string Tid,
    DateTime Time,
    ImmutableArray<DeliveredOrder> Chosen);

/// <summary>A seller's oldest open order, chosen by an Update Delivery. Its age is (request date, partition, shipment id).</summary>
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
