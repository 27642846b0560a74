using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Json;

namespace Marketplace.Grains.Archiving;

/// <summary>The kinds of finished records.</summary>
internal static class ArchiveStreams
{
    /// <summary>Attempts to check out, keyed by customer.</summary>
    public static readonly ArchiveStream<AttemptExport> Attempts = new("attempts", static () => EntityJson.Default.AttemptExport);

    /// <summary>Concluded and failed orders, keyed by customer.</summary>
    public static readonly ArchiveStream<OrderExport> Orders = new("orders", static () => EntityJson.Default.OrderExport);

    /// <summary>Payments, keyed by customer.</summary>
    public static readonly ArchiveStream<PaymentExport> Payments = new("payments", static () => EntityJson.Default.PaymentExport);

    /// <summary>Concluded shipments, keyed by customer.</summary>
    public static readonly ArchiveStream<ShipmentExport> Shipments = new("shipments", static () => EntityJson.Default.ShipmentExport);

    /// <summary>Closed order entries of sellers, keyed by customer, so that an export can be taken by customers.</summary>
    public static readonly ArchiveStream<EntryExport> Entries = new("entries", static () => EntityJson.Default.EntryExport);

    /// <summary>What Update Deliveries chose, keyed by partition.</summary>
    public static readonly ArchiveStream<DeliveryExport> Deliveries = new("deliveries", static () => EntityJson.Default.DeliveryExport);

    /// <summary>Lines of the payment provider's ledger, keyed by customer.</summary>
    public static readonly ArchiveStream<ChargeExport> Charges = new("charges", static () => EntityJson.Default.ChargeExport);

    /// <summary>Abandoned sessions, keyed by customer.</summary>
    public static readonly ArchiveStream<CartAbandoned> Abandonments = new("abandonments", static () => EntityJson.Default.CartAbandoned);

    /// <summary>Low-stock warnings as the sellers received them, keyed by seller.</summary>
    public static readonly ArchiveStream<LowStockWarning> Warnings = new("warnings", static () => EntityJson.Default.LowStockWarning);

    /// <summary>Events of stock items, keyed by seller.</summary>
    public static readonly ArchiveStream<StockEventExport> StockEvents = new("stock-events", static () => EntityJson.Default.StockEventExport);

    /// <summary>Events as they were emitted and arrived, keyed by their owner.</summary>
    public static readonly ArchiveStream<EventExport> Events = new("events", static () => EntityJson.Default.EventExport);

    /// <summary>Updates of products, keyed by seller.</summary>
    public static readonly ArchiveStream<ProductUpdateExport> ProductUpdates =
        new("product-updates", static () => EntityJson.Default.ProductUpdateExport);

    /// <summary>What checkouts read of replicas, keyed by customer.</summary>
    public static readonly ArchiveStream<ReplicaReadExport> ReplicaReads = new("replica-reads", static () => EntityJson.Default.ReplicaReadExport);

    /// <summary>What carts applied of streams, keyed by customer.</summary>
    public static readonly ArchiveStream<ReplicaApplyExport> ReplicaApplies =
        new("replica-applies", static () => EntityJson.Default.ReplicaApplyExport);

    /// <summary>The names of all of them.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        Attempts.Name, Orders.Name, Payments.Name, Shipments.Name, Entries.Name, Deliveries.Name, Charges.Name, Abandonments.Name, Warnings.Name,
        StockEvents.Name, Events.Name, ProductUpdates.Name, ReplicaReads.Name, ReplicaApplies.Name,
    ];

    /// <summary>Whether the records of a kind belong to customers, so that an export can be taken by customers.</summary>
    /// <returns>False if they are all written.</returns>
    public static bool AreOfCustomers(string name) =>
        name != Deliveries.Name && name != Warnings.Name && name != StockEvents.Name && name != Events.Name && name != ProductUpdates.Name;
}
