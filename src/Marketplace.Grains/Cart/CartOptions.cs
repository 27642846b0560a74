namespace Marketplace.Grains.Cart;

/// <summary>Limits of a cart.</summary>
/// <param name="ItemsMax">Lines that a cart may have.</param>
/// <param name="CheckoutLease">How long a checkout may keep others out before it counts as lost.</param>
/// <param name="AbandonmentWindow">After how long without an operation, or after a failed checkout, a cart is abandoned.</param>
public sealed record CartOptions(int ItemsMax, TimeSpan CheckoutLease, TimeSpan AbandonmentWindow)
{
    private static readonly TimeSpan PeriodMax = TimeSpan.FromSeconds(1);

    /// <summary>How often to look for carts whose window has ended.</summary>
    public TimeSpan AbandonmentPeriod => AbandonmentWindow / 10 < PeriodMax ? AbandonmentWindow / 10 : PeriodMax;
}
