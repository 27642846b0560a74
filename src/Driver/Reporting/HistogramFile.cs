using Marketplace.Audit;
using static System.FormattableString;

namespace Marketplace.Driver.Reporting;

/// <summary>Writes a histogram in the percentile text format (.hgrm) that HdrHistogram's plotter reads. Values are milliseconds.</summary>
internal static class HistogramFile
{
    private const double NanosecondsPerMs = 1e6;
    private const int TicksPerHalfDistance = 5;

    /// <summary>The lines of the file.</summary>
    public static IEnumerable<string> Write(Histogram times)
    {
        yield return "       Value     Percentile TotalCount 1/(1-Percentile)";
        yield return "";
        foreach (var quantile in Quantiles(times.Count))
        {
            var value = times.Quantile(quantile) / NanosecondsPerMs;
            var count = (long)Math.Ceiling(quantile * times.Count);
            var inverse = quantile < 1 ? Invariant($"{1 / (1 - quantile),14:0.00}") : "           inf";
            yield return Invariant($"{value,12:0.000} {quantile,14:0.000000000000} {count,10} {inverse}");
        }

        yield return Invariant($"#[Mean    = {times.Mean / NanosecondsPerMs,12:0.000}]");
        yield return Invariant($"#[Max     = {times.Max / NanosecondsPerMs,12:0.000}, Total count    = {times.Count,12}]");
    }

    /// <summary>The distance to 1 halves every few lines, until single samples are told apart.</summary>
    private static IEnumerable<double> Quantiles(long count)
    {
        for (var half = 1.0; half * count >= 0.5; half /= 2)
        {
            for (var tick = 0; tick < TicksPerHalfDistance; tick++)
                yield return 1 - half + half / 2 * tick / TicksPerHalfDistance;
        }

        yield return 1;
    }
}
