namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/carts`: a cart as it stands.</summary>
/// <param name="Session">Current epoch.</param>
/// <param name="CheckoutInFlight">True while a checkout runs.</param>
/// <param name="Items">Items of the current session.</param>
/// <param name="Replicas">What was replicated of their products.</param>
/// <param name="AbandonedAt">When a session of it counts as abandoned if nothing happens until then, UTC; null if none will.</param>
[GenerateSerializer, Immutable]
public sealed record CartExport(
    int CustomerId,
    int Session,
    CartStatus Status,
    bool CheckoutInFlight,
    ImmutableArray<CartItem> Items,
    ImmutableArray<ReplicaExport> Replicas,
    DateTime? AbandonedAt = null);
