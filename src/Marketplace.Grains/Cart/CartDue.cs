using Orleans;

namespace Marketplace.Grains.Cart;

/// <summary>When a cart has to be looked at again.</summary>
/// <param name="Time">When, UTC; null if nothing is pending.</param>
[GenerateSerializer, Immutable]
public sealed record CartDue(DateTime? Time);
