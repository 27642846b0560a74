namespace Marketplace.Simulation;

/// <summary>The limits of time in a world, so short that a fault can outlast each of them.</summary>
internal static class SimulatedLimits
{
    public static TimeSpan ResponseTimeout { get; } = TimeSpan.FromSeconds(15);

    public static TimeSpan ProtocolTimeout { get; } = TimeSpan.FromSeconds(2);

    /// <summary>
    /// As long as a transaction takes: to try again before what is in the way can have ended shows nothing new, and takes most of the time
    /// of a world.
    /// </summary>
    public static TimeSpan RetryPause { get; } = TimeSpan.FromMilliseconds(8);

    /// <summary>What is committed waits so long for more before it goes into the tables.</summary>
    public static TimeSpan ApplyPause { get; } = TimeSpan.FromMilliseconds(250);

    public static TimeSpan StorageTimeout { get; } = TimeSpan.FromSeconds(4);

    public static TimeSpan RedisTimeout { get; } = TimeSpan.FromSeconds(4);

    public static TimeSpan CheckoutLease { get; } = TimeSpan.FromSeconds(20);

    public static TimeSpan AbandonmentWindow { get; } = TimeSpan.FromMinutes(10);

    public static TimeSpan DrainTimeout { get; } = TimeSpan.FromSeconds(30);

    /// <summary>How long a client waits for an answer.</summary>
    public static TimeSpan ClientTimeout { get; } = TimeSpan.FromSeconds(40);
}
