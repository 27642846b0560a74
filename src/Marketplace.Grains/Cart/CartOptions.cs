namespace Marketplace.Grains.Cart;

/// <summary>Limits of a cart.</summary>
/// <param name="ItemsMax">Lines that a cart may have.</param>
/// <param name="CheckoutLease">How long a checkout may keep others out before it counts as lost.</param>
public sealed record CartOptions(int ItemsMax, TimeSpan CheckoutLease);
