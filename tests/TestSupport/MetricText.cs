using System.Globalization;

namespace Marketplace.TestSupport;

/// <summary>Reads what silos show of themselves at `/metrics`.</summary>
internal static class MetricText
{
    /// <summary>The sum of a metric over its labels; 0 if it is not there.</summary>
    /// <param name="values">Values that labels have in what is summed up.</param>
    public static double Sum(string metrics, string name, params string[] values) => metrics.Split('\n')
        .Where(line => line.StartsWith(name, StringComparison.Ordinal)
            && values.All(value => line.Contains($"\"{value}\"", StringComparison.Ordinal)))
        .Sum(static line => double.Parse(line.AsSpan(line.LastIndexOf(' ') + 1), NumberStyles.Float, CultureInfo.InvariantCulture));
}
