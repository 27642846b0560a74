using Orleans;

namespace Marketplace.Grains.Cart;

/// <summary>A checkout that failed, and that no other one has followed.</summary>
/// <param name="Session">Its session.</param>
/// <param name="Items">Lines of the cart then.</param>
/// <param name="Time">When it began, UTC.</param>
[GenerateSerializer, Immutable]
internal readonly record struct FailedCheckout(int Session, int Items, DateTime Time);
