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
