namespace Marketplace.Grains.Replication;

/// <summary>What a cart makes of what was read for its checkout.</summary>
public enum ViewRule
{
    /// <summary>It counts, whatever the cart knew before (`eventual`).</summary>
    Latest = 0,

    /// <summary>Product by product the newer counts: this, or what the cart knew before (`causal-per-object`).</summary>
    Newest = 1,

    /// <summary>It counts alone: with what the cart knows besides it would be no prefix of the seller's updates (`causal-across-objects`).</summary>
    Prefix = 2,
}
