using Marketplace.Driver.Data;

namespace Marketplace.Driver.Workload;

/// <summary>
/// Ranks by a Zipfian distribution in constant time and memory, as YCSB draws them: the approximation of Gray et al. (Quickly Generating
/// Billion-Record Synthetic Databases, SIGMOD 1994), which is exact for the first two ranks. Immutable.
/// </summary>
internal sealed class GrayZipfian
{
    /// <summary>Exponent that YCSB uses.</summary>
    public const double YcsbTheta = 0.99;

    private readonly double _items;
    private readonly double _zeta;
    private readonly double _firstTwo;
    private readonly double _alpha;
    private readonly double _eta;

    /// <param name="items">Number of ranks.</param>
    /// <param name="theta">Exponent, below 1.</param>
    /// <param name="zeta">The sum of i^−theta over all ranks i, from 1.</param>
    public GrayZipfian(long items, double theta, double zeta)
    {
        _items = items;
        _zeta = zeta;
        _firstTwo = 1 + Math.Pow(0.5, theta);
        _alpha = 1 / (1 - theta);
        _eta = (1 - Math.Pow(2.0 / items, 1 - theta)) / (1 - _firstTwo / zeta);
    }

    /// <summary>One over a number of ranks.</summary>
    public static GrayZipfian Over(int items)
    {
        var zeta = 0.0;
        for (var rank = 1; rank <= items; rank++)
            zeta += Math.Pow(rank, -YcsbTheta);
        return new GrayZipfian(items, YcsbTheta, zeta);
    }

    /// <summary>A rank, from 0.</summary>
    public long Sample(WorkloadRandom random) => RankOf(random.NextDouble());

    /// <summary>The rank at a place of the distribution.</summary>
    /// <param name="place">From 0 to below 1.</param>
    public long RankOf(double place)
    {
        var scaled = place * _zeta;
        return scaled < 1 ? 0
            : scaled < _firstTwo ? 1
            : (long)(_items * Math.Pow(_eta * place - _eta + 1, _alpha));
    }
}
