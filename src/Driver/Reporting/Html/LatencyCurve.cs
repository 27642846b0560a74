using System.Collections.Immutable;
using System.Globalization;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>A latency by percentile.</summary>
internal static class LatencyCurve
{
    /// <summary>Reads the curve of one kind of transaction.</summary>
    /// <param name="summary">What summary.json says of it: the curve, coarsely, where its histogram was not kept.</param>
    /// <returns>Quantile (0–1) and milliseconds, ascending; empty if there was no such transaction.</returns>
    public static ImmutableArray<(double Quantile, double Ms)> Read(string folder, string key, TransactionSummary summary)
    {
        if (summary.Submitted == 0)
            return [];
        var path = Path.Combine(folder, "latency", $"{key}.hgrm");
        var curve = File.Exists(path) ? Parse(File.ReadLines(path)) : [];
        var latency = summary.LatencyMs;
        return curve.Length > 1
            ? curve
            : [(0.5, latency.P50), (0.9, latency.P90), (0.95, latency.P95), (0.99, latency.P99), (0.999, latency.P999), (1, latency.Max)];
    }

    /// <summary>Reads the percentile text format of HdrHistogram; lines that are not of it are passed over.</summary>
    public static ImmutableArray<(double Quantile, double Ms)> Parse(IEnumerable<string> lines)
    {
        var curve = ImmutableArray.CreateBuilder<(double, double)>();
        foreach (var line in lines)
        {
            var cells = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (cells.Length == 4
                && double.TryParse(cells[0], NumberStyles.Float, CultureInfo.InvariantCulture, out var ms)
                && double.TryParse(cells[1], NumberStyles.Float, CultureInfo.InvariantCulture, out var quantile)
                && quantile is >= 0 and <= 1)
            {
                curve.Add((quantile, ms));
            }
        }

        return curve.DrainToImmutable();
    }
}
