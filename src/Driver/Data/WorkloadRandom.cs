using System.Numerics;

namespace Marketplace.Driver.Data;

/// <summary>
/// xoshiro256** (Blackman and Vigna, 2018), seeded by SplitMix64: small, fast, and the same on every machine and .NET version, so that
/// a seed repeats a run. Streams of one seed are told apart by a number. Not thread-safe: one a worker.
/// </summary>
internal sealed class WorkloadRandom
{
    private ulong _a;
    private ulong _b;
    private ulong _c;
    private ulong _d;

    public WorkloadRandom(long seed, long stream)
    {
        // The stream's number is scrambled before it is combined, so that neighbouring streams and seeds share nothing.
        var streamState = (ulong)stream;
        var state = (ulong)seed ^ Split(ref streamState);
        _a = Split(ref state);
        _b = Split(ref state);
        _c = Split(ref state);
        _d = Split(ref state);
    }

    /// <summary>64 random bits.</summary>
    public ulong Next()
    {
        var result = BitOperations.RotateLeft(_b * 5, 7) * 9;
        var shifted = _b << 17;
        _c ^= _a;
        _d ^= _b;
        _b ^= _c;
        _a ^= _d;
        _c ^= shifted;
        _d = BitOperations.RotateLeft(_d, 45);
        return result;
    }

    /// <summary>A number from 0 to below 1.</summary>
    public double NextDouble() => (Next() >> 11) * (1.0 / (1UL << 53));

    /// <summary>A whole number from 0 to below a bound.</summary>
    /// <param name="bound">The bound, at least 1.</param>
    public int Below(int bound) => (int)Math.BigMul(Next(), (ulong)bound, out _);

    /// <summary>A whole number within a range, both ends included.</summary>
    public int Between(int lowest, int highest) => lowest + Below(highest - lowest + 1);

    /// <summary>A time between two events of a Poisson process, in units of its mean.</summary>
    public double NextExponential() => -Math.Log(1 - NextDouble());

    private static ulong Split(ref ulong state)
    {
        var z = state += 0x9E3779B97F4A7C15;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
        z = (z ^ z >> 27) * 0x94D049BB133111EB;
        return z ^ z >> 31;
    }
}

/// <summary>Keeps the random numbers of one kind of thing apart from those of another, under one seed.</summary>
internal enum EntityStream
{
    /// <summary>Customers.</summary>
    Customer = 1,

    /// <summary>Sellers.</summary>
    Seller = 2,

    /// <summary>Products.</summary>
    Product = 3,

    /// <summary>Orders already present.</summary>
    Order = 4,

    /// <summary>Workers of the load.</summary>
    Worker = 5,

    /// <summary>The order in which customers go shopping.</summary>
    Shuffle = 6,

    /// <summary>Arrivals of an open loop.</summary>
    Arrivals = 7,

    /// <summary>How a customer pays.</summary>
    Payment = 8,
}
