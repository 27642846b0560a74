using System.Text.Json.Serialization;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Grains.EventDelivery;
using Marketplace.Protocols.Storage.Rows;

namespace Marketplace.Grains.Shipment;

/// <summary>
/// The open shipments of one partition, found by seller and age without scanning. Within a partition a later shipment has a higher
/// id and no earlier request date, so shipment ids alone give the order of age, and a seller's open orders are a queue.
/// </summary>
[GenerateSerializer]
internal sealed partial class ShipmentState : IEventState
{
    /// <summary>Shipments ever made.</summary>
    [Id(0), JsonInclude]
    public int ShipmentCount { get; internal set; }

    /// <summary>Request date of the last shipment.</summary>
    [Id(1), JsonInclude]
    public DateTime LastRequestDate { get; internal set; }

    /// <summary>Shipments that are not concluded, by id.</summary>
    [Id(2), JsonIgnore]
    public RowMap<ShipmentExport> Open { get; internal set; } = RowMap<ShipmentExport>.Empty;

    /// <summary>For each seller with undelivered packages its open shipments, oldest first.</summary>
    [Id(3), JsonIgnore]
    public ImmutableDictionary<int, ImmutableQueue<int>> OpenOfSeller { get; internal set; } = ImmutableDictionary<int, ImmutableQueue<int>>.Empty;

    /// <summary>The head of each of these queues with its seller: the sellers in chronological order.</summary>
    [Id(4), JsonIgnore]
    public ImmutableSortedSet<(int ShipmentId, int SellerId)> Heads { get; internal set; } = ImmutableSortedSet<(int, int)>.Empty;

    /// <summary>Shipments ingested with pre-populated orders: their ids come first.</summary>
    [Id(5), JsonInclude]
    public int IngestedCount { get; internal set; }

    /// <summary>For each open shipment the deliveries that not everybody concerned has heard of yet.</summary>
    [Id(6), JsonInclude]
    public ImmutableDictionary<int, int> Unacknowledged { get; internal set; } = ImmutableDictionary<int, int>.Empty;

    [Id(7)]
    public DeliveryState? Book { get; set; }

    [JsonIgnore]
    public bool IsEmpty => ShipmentCount == 0;

    public void Reset()
    {
        (ShipmentCount, LastRequestDate, Book) = (IngestedCount, default, null);
        (Open, OpenOfSeller, Heads, Unacknowledged) = (Open.Clear(), OpenOfSeller.Clear(), Heads.Clear(), Unacknowledged.Clear());
    }

    /// <summary>Makes what follows from the open shipments: it is not stored.</summary>
    public void Derive()
    {
        foreach (var (id, shipment) in Open)
        {
            foreach (var seller in SellersOf.Packages(shipment.Packages.RemoveAll(static p => p.Status == PackageStatus.Delivered)))
                Enqueue(seller, (int)id);
        }
    }

    /// <returns>The id of the first; the others follow.</returns>
    public int Ingest(int count) => (ShipmentCount = IngestedCount += count) - count + 1;

    /// <summary>E6: makes the shipment and ships its packages.</summary>
    /// <param name="now">Time, UTC.</param>
    public ShipmentExport Approve(PaymentConfirmed confirmed, int partition, DateTime now)
    {
        // The clock of the machine may step back; ages may not.
        LastRequestDate = now > LastRequestDate ? now : LastRequestDate;
        var shipment = Shipping.Of(confirmed, partition, ++ShipmentCount, LastRequestDate);
        Open = Open.Add(ShipmentCount, shipment);
        foreach (var seller in SellersOf.Packages(shipment.Packages))
            Enqueue(seller, ShipmentCount);

        return shipment;
    }

    /// <summary>The sellers with the oldest open orders.</summary>
    /// <param name="count">At most so many.</param>
    /// <returns>Oldest first, each seller once.</returns>
    public OldestOrders Oldest(int count)
    {
        if (Heads.IsEmpty)
            return new OldestOrders([]);

        var oldest = ImmutableArray.CreateBuilder<DeliveredOrder>(Math.Min(count, Heads.Count));
        foreach (var (shipmentId, seller) in Heads)
        {
            if (oldest.Count == count)
                break;

            oldest.Add(Choice(Open[shipmentId], shipmentId, seller, packages: 0));
        }

        return new OldestOrders(oldest.DrainToImmutable());
    }

    /// <summary>The sellers of open orders.</summary>
    /// <returns>Those of each order, one after the other.</returns>
    public OrderSellers Sellers(OldestOrders chosen) =>
        new([.. chosen.Orders.SelectMany(order => SellersOf.Packages(Open[order.ShipmentId].Packages))]);

    /// <summary>Delivers a seller's packages of one shipment, if that is still the seller's oldest open one.</summary>
    /// <param name="now">Time, UTC.</param>
    /// <returns>What changed; null if somebody else has delivered it (S#6).</returns>
    public Delivery? Deliver(DeliveredOrder chosen, DateTime now)
    {
        var (seller, id) = (chosen.SellerId, chosen.ShipmentId);
        if (!OpenOfSeller.TryGetValue(seller, out var queue) || queue.Peek() != id)
            return null;

        var rest = queue.Dequeue();
        Heads = Heads.Remove((id, seller));
        if (rest.IsEmpty)
        {
            OpenOfSeller = OpenOfSeller.Remove(seller);
        }
        else
        {
            OpenOfSeller = OpenOfSeller.SetItem(seller, rest);
            Heads = Heads.Add((rest.Peek(), seller));
        }

        var before = Open[id];
        var (after, delivered) = Shipping.Deliver(before, seller, now);
        Open = Open.SetItem(id, after);
        Unacknowledged = Unacknowledged.SetItem(id, Unacknowledged.GetValueOrDefault(id) + 1);
        return new Delivery(Choice(after, id, seller, delivered.Length), before.Shipment.Status == ShipmentStatus.Approved, delivered);
    }

    /// <summary>
    /// Everybody has heard of a delivery. The shipment is concluded once that is so for all of its packages, and not when the last one
    /// is delivered: deliveries of one order run side by side, and E8 `concluded` must not overtake the E9 of another one.
    /// </summary>
    /// <returns>The shipment, if it is concluded by that and has left the state.</returns>
    public ShipmentExport? Acknowledge(int shipmentId)
    {
        var left = Unacknowledged[shipmentId] - 1;
        if (left > 0)
        {
            Unacknowledged = Unacknowledged.SetItem(shipmentId, left);
            return null;
        }

        Unacknowledged = Unacknowledged.Remove(shipmentId);
        var shipment = Open[shipmentId];
        if (!Shipping.IsDelivered(shipment))
            return null;

        Open = Open.Remove(shipmentId);
        return Shipping.WithStatus(shipment, ShipmentStatus.Concluded);
    }

    /// <summary>Finds the open shipment of an order.</summary>
    /// <returns>Null if it has none that is open.</returns>
    public ShipmentExport? Find(int customerId, int orderId) =>
        Open.Values.FirstOrDefault(open => open.Shipment.CustomerId == customerId && open.Shipment.OrderId == orderId);

    private void Enqueue(int seller, int shipmentId)
    {
        if (OpenOfSeller.TryGetValue(seller, out var queue))
        {
            OpenOfSeller = OpenOfSeller.SetItem(seller, queue.Enqueue(shipmentId));
        }
        else
        {
            OpenOfSeller = OpenOfSeller.Add(seller, [shipmentId]);
            Heads = Heads.Add((shipmentId, seller));
        }
    }

    private static DeliveredOrder Choice(ShipmentExport shipment, int shipmentId, int seller, int packages) => new(
        seller,
        shipment.Shipment.CustomerId,
        shipment.Shipment.OrderId,
        shipment.Shipment.RequestDate,
        shipment.Partition,
        shipmentId,
        packages);
}
