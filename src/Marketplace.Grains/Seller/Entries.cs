using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;

namespace Marketplace.Grains.Seller;

/// <summary>How a seller's order entries come of an invoice, and how they go on (paper section 3.1, Seller).</summary>
internal static class Entries
{
    /// <summary>Makes the entries of an order.</summary>
    /// <param name="invoice">E5 with this seller's items alone.</param>
    /// <param name="issued">Entries that the seller has had before.</param>
    /// <returns>One entry an item, with the customer side.</returns>
    public static EntryExport Of(int sellerId, InvoiceIssued invoice, int issued)
    {
        var (checkout, customerId) = (invoice.Checkout, invoice.Reservation.CustomerId);
        var naturalKey = Keys.Text(customerId, invoice.OrderId);
        var entries = ImmutableArray.CreateBuilder<OrderEntry>(invoice.Items.Length);
        foreach (var item in invoice.Items)
        {
            entries.Add(new OrderEntry(
                ++issued,
                naturalKey,
                customerId,
                invoice.OrderId,
                item.ProductId,
                sellerId,
                PackageId: null,
                item.ProductName,
                ProductCategory: "",
                item.UnitPrice,
                item.Quantity,
                item.TotalItems,
                item.TotalAmount,
                TotalIncentive: item.Voucher,
                TotalInvoice: item.TotalAmount + item.FreightValue,
                item.FreightValue,
                ShipmentDate: null,
                DeliveryDate: null,
                OrderStatus.Invoiced,
                PackageStatus.Created));
        }

        var details = new OrderEntryDetails(
            sellerId,
            invoice.OrderId,
            customerId,
            invoice.Date,
            OrderStatus.Invoiced,
            checkout.FirstName,
            checkout.LastName,
            checkout.Street,
            checkout.Complement,
            checkout.ZipCode,
            checkout.City,
            checkout.State,
            checkout.CardBrand,
            checkout.Installments);
        return new EntryExport(invoice.Tid, Open: true, 0, 0, details, entries.MoveToImmutable());
    }

    /// <summary>The order enters a status.</summary>
    /// <param name="order">The entries before.</param>
    /// <returns>The entries after.</returns>
    public static EntryExport WithStatus(EntryExport order, OrderStatus status) => order with
    {
        Details = order.Details with { Status = status },
        Entries = ImmutableArray.CreateRange(order.Entries, static (entry, s) => entry with { OrderStatus = s }, status),
    };

    /// <summary>E8: the shipment is approved or under delivery.</summary>
    /// <param name="order">The entries before.</param>
    /// <returns>The entries after.</returns>
    public static EntryExport Ship(EntryExport order, ShipmentNotification notification)
    {
        var shipped = ImmutableArray.CreateRange(
            order.Entries,
            static (entry, e) => entry with
            {
                OrderStatus = e.Status == ShipmentStatus.Approved ? OrderStatus.ReadyForShipment : OrderStatus.InTransit,
                ShipmentDate = entry.ShipmentDate ?? e.Date,
                DeliveryStatus = entry.DeliveryStatus == PackageStatus.Created ? PackageStatus.Shipped : entry.DeliveryStatus,
            },
            notification);
        return order with { Entries = shipped, Details = order.Details with { Status = shipped[0].OrderStatus } };
    }

    /// <summary>E9: packages were delivered.</summary>
    /// <param name="order">The entries before.</param>
    /// <returns>The entries after.</returns>
    public static EntryExport Deliver(EntryExport order, DeliveredPackages delivered)
    {
        var entries = order.Entries.ToBuilder();
        foreach (var package in delivered.Packages)
        {
            for (var i = 0; i < entries.Count; i++)
            {
                if (entries[i].ProductId == package.ProductId)
                {
                    entries[i] = entries[i] with
                    {
                        PackageId = package.PackageId,
                        DeliveryDate = package.Date,
                        DeliveryStatus = PackageStatus.Delivered,
                        OrderStatus = OrderStatus.InTransit,
                    };
                    break;
                }
            }
        }

        return order with
        {
            DeliveryNotifications = order.DeliveryNotifications + delivered.Packages.Length,
            Entries = entries.MoveToImmutable(),
        };
    }
}
