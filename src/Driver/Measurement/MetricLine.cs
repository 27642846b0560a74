using System.Globalization;

namespace Marketplace.Driver.Measurement;

/// <summary>A line of metrics in the text format of Prometheus: name, labels in braces, value, and perhaps a time.</summary>
internal static class MetricLine
{
    private const string StepLabel = "le=\"";

    /// <summary>The value.</summary>
    /// <exception cref="FormatException">It is no number.</exception>
    public static double Number(string line)
    {
        var value = line.AsSpan(line.LastIndexOf('}') is >= 0 and var labels ? labels + 1 : line.IndexOf(' ', StringComparison.Ordinal)).Trim();
        var end = value.IndexOf(' ');
        return double.Parse(end < 0 ? value : value[..end], NumberStyles.Float, CultureInfo.InvariantCulture);
    }

    /// <summary>Up to where a bucket of a histogram counts; infinite for the last one.</summary>
    public static double Step(string line) =>
        Label(line, StepLabel) is { } step && step != "+Inf" ? double.Parse(step, CultureInfo.InvariantCulture) : double.PositiveInfinity;

    /// <summary>The value of a label; null if the line has none of the name.</summary>
    /// <param name="label">Its name with what follows, for example `cause="`.</param>
    public static string? Label(string line, string label)
    {
        var start = line.IndexOf(label, StringComparison.Ordinal);
        if (start < 0) return null;
        start += label.Length;
        return line[start..line.IndexOf('"', start)];
    }
}
