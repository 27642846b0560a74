using System.Collections.Immutable;

namespace Marketplace.Driver.Measurement;

/// <summary>
/// Says when throughput is steady: the last six seconds show no difference between their halves that matters, no trend, and little compilation
/// (docs/scenarios.md). Throughput of nothing is never steady. One thread uses it.
/// </summary>
internal sealed class SteadyRule
{
    /// <summary>Seconds that are looked at.</summary>
    public const int Seconds = 6;

    /// <summary>How much the means of the two halves may differ, as a fraction of the mean of all.</summary>
    public const double DifferenceMax = 0.05;

    /// <summary>The same where there is a trend: one so slight is there in almost every series, and changes no result.</summary>
    public const double DifferenceOfTrendMax = 0.01;

    /// <summary>
    /// How many methods may be compiled in these seconds. Throughput stands still for seconds on a busy machine, and doubles when the compiler
    /// gets to what is called most.
    /// </summary>
    public const long CompiledMax = 600;

    // Mann and Kendall's test: of the 15 pairs of seconds, how many more must rise than fall (or fall than rise) to be a trend. Of six values in
    // an order that chance made 2.8 % reach it upwards, and as many downwards.
    private const int TrendScore = 11;

    private readonly Queue<(double Throughput, long? Compiled)> _last = new(Seconds);

    /// <summary>True if the last seconds are steady.</summary>
    public bool IsSteady { get; private set; }

    /// <summary>Difference between the later and the earlier half of the last seconds, as a fraction of their mean, if known.</summary>
    public double? Difference { get; private set; }

    /// <summary>Methods that were compiled in the last seconds; null if that is not known of any.</summary>
    public long? Compiled { get; private set; }

    /// <summary>Takes one more second.</summary>
    /// <param name="throughput">Committed transactions a second.</param>
    /// <param name="compiled">Methods that were compiled; null where that is not known.</param>
    /// <returns>True if the last seconds are steady.</returns>
    public bool Add(double throughput, long? compiled)
    {
        if (_last.Count == Seconds) _last.Dequeue();
        _last.Enqueue((throughput, compiled));
        ImmutableArray<double> values = [.. _last.Select(static second => second.Throughput)];
        Difference = values.Length == Seconds ? Compare(values) : null;
        Compiled = _last.Any(static second => second.Compiled is not null) ? _last.Sum(static second => second.Compiled ?? 0) : null;
        IsSteady = Difference is { } difference && Math.Abs(difference) <= (HasTrend(values) ? DifferenceOfTrendMax : DifferenceMax)
            && !(Compiled > CompiledMax);
        return IsSteady;
    }

    private static double? Compare(ImmutableArray<double> values)
    {
        var mean = values.Average();
        return mean > 0 ? (values.Skip(Seconds / 2).Average() - values.Take(Seconds / 2).Average()) / mean : null;
    }

    private static bool HasTrend(ImmutableArray<double> values)
    {
        var score = 0;
        for (var earlier = 0; earlier < values.Length; earlier++)
        {
            for (var later = earlier + 1; later < values.Length; later++)
                score += Math.Sign(values[later] - values[earlier]);
        }

        return Math.Abs(score) >= TrendScore;
    }
}

/// <summary>How the warm-up went.</summary>
/// <param name="Steady">Whether throughput was steady at its end; null where the scenario gives a number of epochs: then nobody looked.</param>
internal sealed record WarmUpSummary(double Seconds, bool? Steady)
{
    /// <summary>Seconds after which it would have ended, steady or not; null for a number of epochs.</summary>
    public double? LimitSeconds { get; init; }

    /// <summary>
    /// What the rule saw last: the difference between the two halves of six seconds, as a fraction of their mean; null if there were fewer, or
    /// nothing was committed in them.
    /// </summary>
    public double? Difference { get; init; }

    /// <summary>Methods that silos and driver compiled in those seconds; null where it is not known.</summary>
    public long? Compiled { get; init; }
}
