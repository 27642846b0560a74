using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;

namespace Marketplace.Grains.Shipment;

/// <summary>How a shipment comes of a paid order, and how it is delivered (contract §4, Shipment).</summary>
internal static class Shipping
{
    /// <summary>Makes the shipment: a package an order item, shipped at once.</summary>
    /// <param name="confirmed">E6.</param>
    /// <param name="now">Request date, UTC.</param>
    public static ShipmentExport Of(PaymentConfirmed confirmed, int partition, int shipmentId, DateTime now)
    {
        var (checkout, customerId) = (confirmed.Checkout, confirmed.Reservation.CustomerId);
        var packages = ImmutableArray.CreateBuilder<Package>(confirmed.Items.Length);
        decimal freight = 0;
        foreach (var item in confirmed.Items)
        {
            freight += item.FreightValue;
            packages.Add(new Package(
                shipmentId,
                confirmed.OrderId,
                customerId,
                PackageId: packages.Count + 1,
                item.SellerId,
                item.ProductId,
                item.ProductName,
                item.FreightValue,
                ShippingDate: now,
                DeliveryDate: null,
                item.Quantity,
                PackageStatus.Shipped));
        }

        var shipment = new ShipmentEntity(
            confirmed.OrderId,
            customerId,
            packages.Count,
            freight,
            RequestDate: now,
            ShipmentStatus.Approved,
            checkout.FirstName,
            checkout.LastName,
            checkout.Street,
            checkout.Complement,
            checkout.ZipCode,
            checkout.City,
            checkout.State);
        return new ShipmentExport(confirmed.Tid, partition, shipment, packages.MoveToImmutable());
    }

    /// <param name="shipment">The shipment before.</param>
    /// <param name="now">Time, UTC.</param>
    /// <returns>The shipment after, under delivery; and the packages delivered.</returns>
    public static (ShipmentExport After, ImmutableArray<Package> Delivered) Deliver(ShipmentExport shipment, int seller, DateTime now)
    {
        var packages = shipment.Packages.ToBuilder();
        var delivered = ImmutableArray.CreateBuilder<Package>();
        for (var i = 0; i < packages.Count; i++)
        {
            if (packages[i].Status == PackageStatus.Shipped && packages[i].SellerId == seller)
            {
                packages[i] = packages[i] with { Status = PackageStatus.Delivered, DeliveryDate = now };
                delivered.Add(packages[i]);
            }
        }

        var after = WithStatus(shipment, ShipmentStatus.DeliveryInProgress) with { Packages = packages.MoveToImmutable() };
        return (after, delivered.DrainToImmutable());
    }

    /// <summary>Whether no package is left to deliver.</summary>
    public static bool IsDelivered(ShipmentExport shipment)
    {
        foreach (var package in shipment.Packages)
        {
            if (package.Status != PackageStatus.Delivered)
                return false;
        }

        return true;
    }

    /// <summary>The shipment enters a status.</summary>
    /// <param name="shipment">The shipment before.</param>
    /// <returns>The shipment after.</returns>
    public static ShipmentExport WithStatus(ShipmentExport shipment, ShipmentStatus status) =>
        shipment with { Shipment = shipment.Shipment with { Status = status } };

    /// <summary>E8 `delivery_in_progress`, when it is the first delivery of the order.</summary>
    public static ShipmentNotification? Underway(string tid, Delivery delivery, DateTime now) => delivery.IsFirst
        ? new(tid, delivery.Chosen.CustomerId, delivery.Chosen.OrderId, ShipmentStatus.DeliveryInProgress, now)
        : null;

    /// <summary>E9, one event a package.</summary>
    public static DeliveredPackages Delivered(string tid, Delivery delivery, DateTime now)
    {
        var (seller, customer, order) = (delivery.Chosen.SellerId, delivery.Chosen.CustomerId, delivery.Chosen.OrderId);
        return new(seller, customer, order, ImmutableArray.CreateRange(delivery.Packages, static (package, a) => new DeliveryNotification(
            a.tid, package.CustomerId, package.OrderId, package.PackageId, package.SellerId, package.ProductId, a.now), (tid, now)));
    }

    /// <summary>E8 `concluded`.</summary>
    public static ShipmentNotification Concluded(string tid, ShipmentExport shipment, DateTime now) =>
        new(tid, shipment.Shipment.CustomerId, shipment.Shipment.OrderId, ShipmentStatus.Concluded, now);

    public static ShipmentExport Numbered(ShipmentExport shipment, int id) =>
        shipment with { Packages = ImmutableArray.CreateRange(shipment.Packages, static (package, id) => package with { ShipmentId = id }, id) };
}
