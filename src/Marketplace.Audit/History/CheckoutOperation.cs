using System.Collections.Immutable;

namespace Marketplace.Audit.History;

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
