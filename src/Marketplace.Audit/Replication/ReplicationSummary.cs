namespace Marketplace.Audit.Replication;

/// <summary>Which level of replication held, and how far the carts were behind (summary.json, audit.replication).</summary>
/// <param name="Level">The highest level whose checks found no violation: "none", "eventual", "causal-per-object" or
/// "causal-across-objects".</param>
/// <param name="Observations">Applies and reads examined.</param>
/// <param name="Applies">Updates that reached a cart.</param>
/// <param name="ApplyMs">From the update to its apply at a cart, in milliseconds; null without applies.</param>
/// <param name="Reads">Products that checkouts asked for whose carts' reads are recorded.</param>
/// <param name="ReadsBehind">Those that did not know every update acknowledged before the checkout was sent.</param>
/// <param name="BehindP99">Updates missing, in 99 % of all reads at most.</param>
/// <param name="BehindMax">Updates missing, at most.</param>
public sealed record ReplicationSummary(
    string Level,
    long Observations,
    long Applies,
    ApplyLag? ApplyMs,
    long Reads,
    long ReadsBehind,
    long BehindP99,
    long BehindMax);

/// <summary>From an update to its apply, in milliseconds.</summary>
/// <param name="P50">Half of them took no longer.</param>
/// <param name="P99">99 % took no longer.</param>
/// <param name="Max">The longest.</param>
public sealed record ApplyLag(double P50, double P99, double Max);
