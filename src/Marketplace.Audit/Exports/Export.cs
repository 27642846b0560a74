using System.Text.Json.Serialization.Metadata;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Json;

namespace Marketplace.Audit.Exports;

/// <summary>One export of a silo: `GET /audit/{Name}`, a record a line.</summary>
/// <typeparam name="T">Type of its records.</typeparam>
/// <param name="Name">Its name in the path.</param>
/// <param name="TypeInfo">How a record is read.</param>
public sealed record Export<T>(string Name, JsonTypeInfo<T> TypeInfo);

/// <summary>The exports there are.</summary>
public static class Export
{
    /// <summary>Customers with their statistics.</summary>
    public static Export<CustomerExport> Customers { get; } = new("customers", EntityJson.Default.CustomerExport);

    /// <summary>Sellers.</summary>
    public static Export<SellerExport> Sellers { get; } = new("sellers", EntityJson.Default.SellerExport);

    /// <summary>Products.</summary>
    public static Export<ProductExport> Products { get; } = new("products", EntityJson.Default.ProductExport);

    /// <summary>Stock items.</summary>
    public static Export<StockExport> Stock { get; } = new("stock", EntityJson.Default.StockExport);

    /// <summary>Carts.</summary>
    public static Export<CartExport> Carts { get; } = new("carts", EntityJson.Default.CartExport);

    /// <summary>Attempts to check out.</summary>
    public static Export<AttemptExport> Attempts { get; } = new("attempts", EntityJson.Default.AttemptExport);

    /// <summary>Orders.</summary>
    public static Export<OrderExport> Orders { get; } = new("orders", EntityJson.Default.OrderExport);

    /// <summary>Order counters of customers.</summary>
    public static Export<OrderCounterExport> OrderCounters { get; } = new("order-counters", EntityJson.Default.OrderCounterExport);

    /// <summary>Payments.</summary>
    public static Export<PaymentExport> Payments { get; } = new("payments", EntityJson.Default.PaymentExport);

    /// <summary>The payment provider's ledger.</summary>
    public static Export<ChargeExport> Charges { get; } = new("charges", EntityJson.Default.ChargeExport);

    /// <summary>Shipments with their packages.</summary>
    public static Export<ShipmentExport> Shipments { get; } = new("shipments", EntityJson.Default.ShipmentExport);

    /// <summary>Sellers' order entries.</summary>
    public static Export<EntryExport> Entries { get; } = new("entries", EntityJson.Default.EntryExport);

    /// <summary>What the silos gave to each service.</summary>
    public static Export<PlacementExport> Placement { get; } = new("placement", EntityJson.Default.PlacementExport);

    /// <summary>What each transaction read and made, if the silo records it.</summary>
    public static Export<TransactionExport> History { get; } = new("history", EntityJson.Default.TransactionExport);

    /// <summary>In which version each object is stored, if the silo records versions.</summary>
    public static Export<VersionExport> Versions { get; } = new("versions", EntityJson.Default.VersionExport);

    /// <summary>Abandoned sessions.</summary>
    public static Export<CartAbandoned> Abandonments { get; } = new("abandonments", EntityJson.Default.CartAbandoned);

    /// <summary>The silo's clock.</summary>
    public static Export<ClockExport> Clock { get; } = new("clock", EntityJson.Default.ClockExport);

    /// <summary>Low-stock warnings as the sellers received them.</summary>
    public static Export<LowStockWarning> Warnings { get; } = new("warnings", EntityJson.Default.LowStockWarning);

    /// <summary>Events of stock items, if the silo records them.</summary>
    public static Export<StockEventExport> StockEvents { get; } = new("stock-events", EntityJson.Default.StockEventExport);

    /// <summary>Updates of products, if the silo records them.</summary>
    public static Export<ProductUpdateExport> ProductUpdates { get; } = new("product-updates", EntityJson.Default.ProductUpdateExport);

    /// <summary>What carts knew of products when they were checked out, if the silo records it.</summary>
    public static Export<ReplicaReadExport> ReplicaReads { get; } = new("replica-reads", EntityJson.Default.ReplicaReadExport);

    /// <summary>Updates of products that reached carts, if the silo records them.</summary>
    public static Export<ReplicaApplyExport> ReplicaApplies { get; } = new("replica-applies", EntityJson.Default.ReplicaApplyExport);

    /// <summary>That updates of products have reached the carts, if they travel over streams.</summary>
    public static Export<ReplicaDeliveriesExport> ReplicaDeliveries { get; } =
        new("replica-deliveries", EntityJson.Default.ReplicaDeliveriesExport);

    /// <summary>Events between services, if the silo records them.</summary>
    public static Export<EventExport> Events { get; } = new("events", EntityJson.Default.EventExport);

    /// <summary>The audit log, if the silo keeps one.</summary>
    public static Export<LogExport> Log { get; } = new("log", EntityJson.Default.LogExport);

    /// <summary>What Update Deliveries chose.</summary>
    public static Export<DeliveryExport> Deliveries { get; } = new("deliveries", EntityJson.Default.DeliveryExport);
}
