using System.Text.Json.Serialization;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Grains.EventDelivery;
using Marketplace.Protocols.Storage.Rows;

namespace Marketplace.Grains.Seller;

/// <summary>A seller and its ongoing orders: the dashboard covers an order from its invoice until it is concluded or its payment failed.</summary>
[GenerateSerializer]
internal sealed partial class SellerState : IEventState
{
    /// <summary>Low-stock warnings that are kept at most.</summary>
    public const int WarningsMax = 100;

    /// <summary>The seller as ingested; null while nothing was.</summary>
    [Id(0), JsonIgnore]
    public SellerEntity? Ingested { get; internal set; }

    /// <summary>Order entries ever issued.</summary>
    [Id(1), JsonInclude]
    public int EntriesIssued { get; internal set; }

    /// <summary>Ongoing orders by <see cref="Keys.Pair"/> of customer and order.</summary>
    [Id(2), JsonIgnore]
    public RowMap<EntryExport> Open { get; internal set; } = RowMap<EntryExport>.Empty;

    /// <summary>Number of the last low-stock warning.</summary>
    [Id(3), JsonInclude]
    public int LastWarning { get; internal set; }

    /// <summary>The latest low-stock warnings by their number; the earlier ones are in the archive.</summary>
    [Id(4), JsonIgnore]
    public RowMap<LowStockWarning> Warnings { get; internal set; } = RowMap<LowStockWarning>.Empty;

    [Id(5)]
    public DeliveryState? Book { get; set; }

    [JsonIgnore]
    public bool IsEmpty => Ingested is null && EntriesIssued == 0 && LastWarning == 0;

    /// <summary>Ingests the seller.</summary>
    public void Put(SellerEntity seller) => Ingested = seller;

    public void Reset()
    {
        (EntriesIssued, Open) = (0, Open.Clear());
        (LastWarning, Warnings, Book) = (0, Warnings.Clear(), null);
    }

    /// <summary>E5: opens an order.</summary>
    /// <returns>The order; null if it was known.</returns>
    public EntryExport? Issue(int sellerId, InvoiceIssued invoice)
    {
        var key = Keys.Pair(invoice.Reservation.CustomerId, invoice.OrderId);
        if (Open.ContainsKey(key))
            return null;

        var order = Entries.Of(sellerId, invoice, EntriesIssued);
        Open = Open.Add(key, order);
        EntriesIssued += invoice.Items.Length;
        return order;
    }

    /// <summary>E6: an order was paid.</summary>
    /// <returns>The order as it is then; null if it was unknown.</returns>
    public EntryExport? Paid(PaymentConfirmed confirmed)
    {
        var key = Keys.Pair(confirmed.Reservation.CustomerId, confirmed.OrderId);
        return Open.TryGetValue(key, out var order) ? Set(key, Entries.WithStatus(order, OrderStatus.PaymentProcessed)) : null;
    }

    /// <summary>E7: closes an order.</summary>
    /// <returns>The order, which has left the state; null if it was unknown.</returns>
    public EntryExport? PaymentFailed(PaymentFailed failed)
    {
        var key = Keys.Pair(failed.Reservation.CustomerId, failed.OrderId);
        return Open.TryGetValue(key, out var order) ? Close(key, Entries.WithStatus(order, OrderStatus.PaymentFailed)) : null;
    }

    /// <summary>E8: a shipment went on.</summary>
    /// <returns>The order as it is then: if it is concluded, it has left the state; null if it was unknown.</returns>
    public EntryExport? Shipped(ShipmentNotification notification)
    {
        var key = Keys.Pair(notification.CustomerId, notification.OrderId);
        if (!Open.TryGetValue(key, out var order))
            return null;

        if (notification.Status == ShipmentStatus.Concluded)
        {
            var concluded = order with { ConclusionNotifications = order.ConclusionNotifications + 1 };
            return Close(key, Entries.WithStatus(concluded, OrderStatus.Delivered));
        }

        return Set(key, Entries.Ship(order, notification));
    }

    /// <summary>E9: packages were delivered.</summary>
    /// <returns>The order as it is then; null if it was unknown.</returns>
    public EntryExport? Delivered(DeliveredPackages delivered)
    {
        var key = Keys.Pair(delivered.CustomerId, delivered.OrderId);
        return Open.TryGetValue(key, out var order) ? Set(key, Entries.Deliver(order, delivered)) : null;
    }

    /// <summary>LowStockWarning: keeps it, and of the earlier ones the latest.</summary>
    /// <returns>True.</returns>
    public bool Warn(LowStockWarning warning)
    {
        Warnings = Warnings.SetItem(++LastWarning, warning).Remove(LastWarning - WarningsMax);
        return true;
    }

    /// <summary>What the seller should look at.</summary>
    /// <returns>The warnings, the newest first.</returns>
    public SellerAlerts Alerts() => new([.. Warnings.Values.Reverse()]);

    public SellerDashboard Dashboard(int sellerId)
    {
        var entries = ImmutableArray.CreateBuilder<OrderEntry>();
        decimal amount = 0, freight = 0, incentive = 0, invoice = 0, items = 0;
        foreach (var order in Open.Values)
        {
            foreach (var entry in order.Entries)
            {
                entries.Add(entry);
                amount = Amounts.Add(amount, entry.TotalAmount);
                freight = Amounts.Add(freight, entry.FreightValue);
                incentive = Amounts.Add(incentive, entry.TotalIncentive);
                invoice = Amounts.Add(invoice, entry.TotalInvoice);
                items = Amounts.Add(items, entry.TotalItems);
            }
        }

        var view = new OrderSellerView(sellerId, Open.Count, entries.Count, amount, freight, incentive, invoice, items);
        return new SellerDashboard(view, entries.DrainToImmutable());
    }

    /// <summary>The seller for the audit.</summary>
    public SellerOrders Export(int sellerId)
    {
        var open = ImmutableArray.CreateRange(Open.Values);
        return new SellerOrders(new SellerExport(sellerId, Ingested is not null, EntriesIssued, open.Sum(order => order.Entries.Length)), open);
    }

    private EntryExport Set(long key, EntryExport order)
    {
        Open = Open.SetItem(key, order);
        return order;
    }

    private EntryExport Close(long key, EntryExport order)
    {
        Open = Open.Remove(key);
        return order with { Open = false };
    }
}
