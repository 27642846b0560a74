namespace Marketplace.Driver.History;

/// <summary>Why the driver gave up a session.</summary>
internal enum SealReason
{
    /// <summary>The customer never meant to check out (workload.cart.checkoutProbability). No checkout operation belongs to it.</summary>
    Abandoned = 0,

    /// <summary>An add or the checkout did not commit; the checkout operation of the same customer and session says how.</summary>
    Failed = 1,
}
