namespace Marketplace.Simulation.Scheduling;

/// <summary>
/// A stream of random numbers that a seed and a purpose determine (SplitMix64). One stream a purpose: what one draws shifts no other.
/// </summary>
/// <param name="state">Where it begins.</param>
internal sealed class Dice(ulong state)
{
    private ulong _state = state;

    /// <summary>The stream of a seed for one purpose.</summary>
    public static Dice Of(long seed, Purpose purpose) => new(Mix((ulong)seed) ^ Mix(0xD1CE_0000UL + (ulong)purpose));

    public ulong Next() => Mix(_state += 0x9E3779B97F4A7C15);

    /// <summary>A number from 0 to below <paramref name="count"/>.</summary>
    public int Below(int count) => (int)(((Next() >> 32) * (ulong)count) >> 32);

    /// <summary>A number from <paramref name="least"/> to <paramref name="most"/>.</summary>
    public int Between(int least, int most) => least + Below(most - least + 1);

    /// <summary>True with this probability.</summary>
    public bool Chance(double probability) => probability > 0 && (Next() >> 11) * (1.0 / (1UL << 53)) < probability;

    /// <summary>A time span of at most <paramref name="most"/>, short ones more often than long ones.</summary>
    public TimeSpan Span(TimeSpan most)
    {
        var share = (Next() >> 11) * (1.0 / (1UL << 53));
        return most * (share * share);
    }

    public T Of<T>(ReadOnlySpan<T> choices) => choices[Below(choices.Length)];

    private static ulong Mix(ulong x)
    {
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
        return x ^ (x >> 31);
    }
}

/// <summary>What random numbers are drawn for.</summary>
internal enum Purpose
{
    Settings = 1,
    Order = 2,
    Workload = 3,
    Calls = 4,
    Storage = 5,
    Replication = 6,
    Silo = 7,
    Network = 8,
    LateFault = 9,
    Cluster = 10,
    Redis = 11,
    Outputs = 12,
    Dashboards = 13,
    Log = 14,
}
