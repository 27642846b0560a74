using System.Collections.Immutable;

namespace Marketplace.Audit.History;

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
