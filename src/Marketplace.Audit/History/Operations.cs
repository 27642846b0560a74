using System.Collections.Immutable;

namespace Marketplace.Audit.History;

/// <summary>
/// One operation of the driver. Times are ticks of <see cref="TimeProvider.GetTimestamp"/> of the driver's process: they order and
/// measure; <see cref="HistoryClock"/> turns them into UTC.
/// </summary>
public abstract record Operation
{
    /// <summary>What it was.</summary>
    public abstract OperationKind Kind { get; }

    /// <summary>Transaction id, unique within and across runs.</summary>
    public required string Tid { get; init; }

    /// <summary>Worker that submitted it, from 0. The operations of one worker follow one another.</summary>
    public required int Worker { get; init; }

    /// <summary>When it was due: its planned arrival in an open loop, in a closed loop the moment it was sent.</summary>
    public required long Planned { get; init; }

    /// <summary>When the request that <see cref="Outcome"/> speaks of was sent.</summary>
    public required long Sent { get; init; }

    /// <summary>When its answer was complete, or the driver gave up waiting.</summary>
    public required long Completed { get; init; }

    /// <summary>How it ended.</summary>
    public required OutcomeClass Outcome { get; init; }

    /// <summary>HTTP status of the answer; 0 without one.</summary>
    public required int HttpStatus { get; init; }
}

/// <summary>The add of one item to a cart; the items of a session are in its checkout or seal.</summary>
public sealed record AddOperation : Operation
{
    /// <inheritdoc/>
    public override OperationKind Kind => OperationKind.Add;

    /// <summary>Customer.</summary>
    public required int CustomerId { get; init; }

    /// <summary>The driver's count of this customer's sessions in this run, from 1.</summary>
    public required int Session { get; init; }
}

/// <summary>A seller dashboard, checked when it was received (check dash.self).</summary>
public sealed record DashboardOperation : Operation
{
    /// <inheritdoc/>
    public override OperationKind Kind => OperationKind.Dashboard;

    /// <summary>Seller.</summary>
    public required int SellerId { get; init; }

    /// <summary>Order entries answered.</summary>
    public required int Entries { get; init; }

    /// <summary>True if the answer was read and its aggregate equals the fold of its own entries.</summary>
    public required bool IsConsistent { get; init; }
}

/// <summary>A price update.</summary>
public sealed record PriceUpdateOperation : Operation
{
    /// <inheritdoc/>
    public override OperationKind Kind => OperationKind.PriceUpdate;

    /// <summary>Seller.</summary>
    public required int SellerId { get; init; }

    /// <summary>Product of that seller.</summary>
    public required int ProductId { get; init; }

    /// <summary>Version of the product that the update names.</summary>
    public required string Version { get; init; }

    /// <summary>New price of one piece.</summary>
    public required decimal Price { get; init; }

    /// <summary>The place in the order of updates that the target answered; 0 if it did not say.</summary>
    public required long Sequence { get; init; }
}

/// <summary>A product delete: the product is replaced by a new version under the same key.</summary>
public sealed record ProductDeleteOperation : Operation
{
    /// <inheritdoc/>
    public override OperationKind Kind => OperationKind.ProductDelete;

    /// <summary>Seller.</summary>
    public required int SellerId { get; init; }

    /// <summary>Product of that seller.</summary>
    public required int ProductId { get; init; }

    /// <summary>Version that the driver's mirror held when it sent the replacement.</summary>
    public required string OldVersion { get; init; }

    /// <summary>Version of the replacement: the tid of this operation.</summary>
    public required string NewVersion { get; init; }

    /// <summary>Price of one piece of the replacement.</summary>
    public required decimal Price { get; init; }

    /// <summary>The place in the order of updates that the target answered; 0 if it did not say.</summary>
    public required long Sequence { get; init; }
}

/// <summary>An update delivery.</summary>
public sealed record UpdateDeliveryOperation : Operation
{
    /// <inheritdoc/>
    public override OperationKind Kind => OperationKind.UpdateDelivery;

    /// <summary>Sellers answered, at most 10; 0 if the target does not say.</summary>
    public required int Sellers { get; init; }

    /// <summary>Packages answered; 0 if the target does not say.</summary>
    public required int Packages { get; init; }
}

/// <summary>What the driver did: one of the benchmark's transactions and queries (spec §2), or the seal of a session it gave up.</summary>
public enum OperationKind
{
    /// <summary>A customer session: items added one by one, then the checkout.</summary>
    Checkout = 0,

    /// <summary>A price update.</summary>
    PriceUpdate = 1,

    /// <summary>A product delete: the replacement of a product by a new version.</summary>
    ProductDelete = 2,

    /// <summary>An update delivery.</summary>
    UpdateDelivery = 3,

    /// <summary>A seller dashboard.</summary>
    Dashboard = 4,

    /// <summary>The seal of a session that the driver gave up. Not a transaction of the mix.</summary>
    Seal = 5,

    /// <summary>The add of one item to a cart. A part of a session, not a transaction of the mix.</summary>
    Add = 6,
}

/// <summary>What the kinds of operations have in common.</summary>
public static class OperationKinds
{
    /// <summary>Whether it is one of the transactions and queries of the mix, and no part of a session.</summary>
    public static bool IsOfMix(this OperationKind kind) => kind is not (OperationKind.Seal or OperationKind.Add);
}

/// <summary>A customer session that the driver meant to check out.</summary>
public sealed record CheckoutOperation : Operation
{
    /// <inheritdoc/>
    public override OperationKind Kind => OperationKind.Checkout;

    /// <summary>How far it came.</summary>
    public required CheckoutStage Stage { get; init; }

    /// <summary>Customer.</summary>
    public required int CustomerId { get; init; }

    /// <summary>The driver's count of this customer's sessions in this run, from 1.</summary>
    public required int Session { get; init; }

    /// <summary>When the first item of the session was sent.</summary>
    public required long Started { get; init; }

    /// <summary>
    /// The items in the order sent. In stage <see cref="CheckoutStage.Adding"/> the add of the last one failed with the outcome of the
    /// operation; all others were acknowledged.
    /// </summary>
    public required ImmutableArray<SentItem> Items { get; init; }

    /// <summary>Order id answered; 0 where none was made or the target does not say.</summary>
    public required int OrderId { get; init; }

    /// <summary>Total invoice answered; 0 where none was made or the target does not say.</summary>
    public required decimal TotalInvoice { get; init; }
}

/// <summary>How far a customer session came.</summary>
public enum CheckoutStage
{
    /// <summary>An add of an item failed: the checkout was never requested. The outcome is that of the add.</summary>
    Adding = 0,

    /// <summary>The checkout was requested. The outcome is that of the checkout.</summary>
    Requested = 1,
}

/// <summary>The seal of a session that the driver gave up.</summary>
public sealed record SealOperation : Operation
{
    /// <inheritdoc/>
    public override OperationKind Kind => OperationKind.Seal;

    /// <summary>Customer.</summary>
    public required int CustomerId { get; init; }

    /// <summary>The driver's count of this customer's sessions in this run, from 1.</summary>
    public required int Session { get; init; }

    /// <summary>Why.</summary>
    public required SealReason Reason { get; init; }

    /// <summary>The items added, all acknowledged, if <see cref="SealReason.Abandoned"/>; else empty.</summary>
    public required ImmutableArray<SentItem> Items { get; init; }
}

/// <summary>Why the driver gave up a session.</summary>
public enum SealReason
{
    /// <summary>The customer never meant to check out (workload.cart.checkoutProbability). No checkout operation belongs to it.</summary>
    Abandoned = 0,

    /// <summary>An add or the checkout did not commit; the checkout operation of the same customer and session says how.</summary>
    Failed = 1,
}

/// <summary>A cart item as the driver sent it.</summary>
/// <param name="SellerId">Seller, from 1.</param>
/// <param name="ProductId">Product of that seller, from 1.</param>
/// <param name="Version">Version of the product as the driver's mirror knew it.</param>
/// <param name="UnitPrice">Price of one piece as shown to the customer.</param>
/// <param name="FreightValue">Freight of the line.</param>
/// <param name="Voucher">Discount of the whole line.</param>
/// <param name="Quantity">Pieces, from 1.</param>
public readonly record struct SentItem(
    int SellerId,
    int ProductId,
    string Version,
    decimal UnitPrice,
    decimal FreightValue,
    decimal Voucher,
    int Quantity);
