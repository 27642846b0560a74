namespace Marketplace.Silo.Engines;

/// <summary>
/// How long it counts as known that a grain is subscribed to a stream. The silos of a cluster keep the subscriptions in their memory: with a silo
/// some are lost.
/// </summary>
internal sealed class SubscriptionTrust(TimeProvider time, TimeSpan period)
{
    /// <summary>When a grain that has just subscribed has done so.</summary>
    public long Now => time.GetTimestamp();

    /// <summary>Whether a grain that has subscribed then still is.</summary>
    public bool Holds(long since) => time.GetElapsedTime(since) < period;
}
