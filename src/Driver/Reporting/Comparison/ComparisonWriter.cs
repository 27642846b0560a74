using System.Collections.Immutable;
using System.Text.Json;
using Marketplace.Driver.Reporting.Html;

namespace Marketplace.Driver.Reporting.Comparison;

/// <summary>Shows a comparison: as lines, and as comparison.json, comparison.csv and comparison.html.</summary>
internal static class ComparisonWriter
{
    private const string Test = "Welch's t-test";
    private const int OutliersMax = 10;

    /// <summary>The lines for a terminal: warnings, what differs, and the figures.</summary>
    /// <param name="width">Its columns; null for any.</param>
    public static IEnumerable<string> Lines(ComparisonResult result, int? width)
    {
        const string rest = "--output writes all of them.";
        foreach (var warning in result.Warnings)
            yield return $"Note: {warning}";
        string[] labels = [.. result.Contenders.Select(contender => contender.Label)];
        if (!result.Settings.IsEmpty)
        {
            yield return "";
            foreach (var line in TextTable.Lines(["setting", .. labels], [.. result.Settings.Select(Cells)], 1 + labels.Length, width, rest))
                yield return line;
        }

        yield return "";
        foreach (var line in TextTable.Lines(Head(labels), [.. result.Metrics.Select(Cells)], 1, width, rest))
            yield return line;
        if (result.Metrics.Any(metric => metric.Ratios.Any(ratio => ratio?.Low is not null)))
            yield return FigureText.RatioNote(Test);
        if (!result.Outliers.IsEmpty) yield return Fences.Note;
        foreach (var outlier in result.Outliers.Take(OutliersMax))
            yield return FigureText.Outlier(outlier);
        if (result.Outliers.Length > OutliersMax) yield return $"{result.Outliers.Length - OutliersMax} more outliers: {rest}";
        foreach (var condition in result.Conditions)
            yield return condition.Sentence;
    }

    /// <summary>Writes the files.</summary>
    /// <param name="folder">Where to; it is made if it is not there.</param>
    /// <param name="contenders">What was compared, for the charts.</param>
    public static async Task<string> Write(
        ComparisonResult result, ImmutableArray<Contender> contenders, string folder, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(folder);
        var json = JsonSerializer.Serialize(result, ResultsJson.Default.ComparisonResult);
        await File.WriteAllTextAsync(Path.Combine(folder, "comparison.json"), json, cancellationToken);
        await File.WriteAllLinesAsync(Path.Combine(folder, "comparison.csv"), Table(result), cancellationToken);
        var page = Path.Combine(folder, "comparison.html");
        await HtmlDocument.Write(page, "Comparison", html => Write(html, result, contenders), cancellationToken);
        return page;
    }

    private static string[] Head(string[] labels) =>
        ["figure", labels[0], .. labels.Skip(1).SelectMany(label => (string[])[label, "ratio"])];

    private static string[] Cells(ComparedSetting setting) => [setting.Path, .. setting.Values.Select(value => value ?? "–")];

    private static string[] Cells(ComparedMetric metric)
    {
        string Value(int i) => FigureText.Value(metric.Values[i], metric.IsShare);
        var others = Enumerable.Range(1, metric.Values.Length - 1);
        return [metric.Title, Value(0), .. others.SelectMany(i => (string[])[Value(i), FigureText.Ratio(metric.Ratios[i])])];
    }

    private static IEnumerable<string> Table(ComparisonResult result)
    {
        yield return Csv.Line(["metric", "contender", "runs", "mean", "interval95", "ratio", "ratioLow95", "ratioHigh95", "pValue"]);
        foreach (var metric in result.Metrics)
        {
            for (var i = 0; i < result.Contenders.Length; i++)
            {
                var (value, ratio) = (metric.Values[i], metric.Ratios[i]);
                yield return Csv.Line(
                [
                    metric.Name, result.Contenders[i].Label, value?.Count, value?.Mean, value?.Interval,
                    ratio?.Mean, ratio?.Low, ratio?.High, ratio?.PValue,
                ]);
            }
        }
    }

    private static void Write(HtmlPage page, ComparisonResult result, ImmutableArray<Contender> contenders)
    {
        string[] labels = [.. result.Contenders.Select(contender => contender.Label)];
        using (HtmlDocument.Head(page, "Comparison"))
        {
            page.Element("p", string.Join(" · ", labels), ("class", "lead"));
            foreach (var warning in result.Warnings)
                page.Element("p", warning, ("class", "warning"), ("role", "note"));
            foreach (var condition in result.Conditions)
                page.Element("p", condition.Sentence, ("class", condition.Verdict == RatioCondition.Holds ? "note" : "warning"), ("role", "note"));
        }

        ComparisonCharts.Write(page, result, contenders);
        using (page.Open("section"))
        {
            page.Element("h2", "Figures");
            page.Element("p", $"Ratios are relative to {labels[0]}. ± is half of a 95 % confidence interval: over the repeats, or, for the "
                + $"throughput of a single run, over its epochs. {FigureText.RatioNote(Test)}");
            Tables.Numeric(page, "Means", Head(labels), result.Metrics.Select(metric => (IReadOnlyList<string>)Cells(metric)));
            if (!result.Outliers.IsEmpty)
            {
                page.Element("p", Fences.Note, ("class", "note"));
                using (page.Open("ul", ("class", "notes")))
                {
                    foreach (var outlier in result.Outliers)
                        page.Element("li", FigureText.Outlier(outlier));
                }
            }
        }

        using (page.Open("section"))
        {
            page.Element("h2", "Runs");
            var settings = result.Settings.Select(setting => (IReadOnlyList<string>)Cells(setting)).ToList();
            if (settings.Count > 0) Tables.Numeric(page, "Settings that differ", ["Setting", .. labels], settings);
            Tables.Pairs(page, result.Contenders.Select(contender => (
                contender.Label,
                $"{string.Join(", ", contender.Folders)}: {contender.AuditsPassed} of {contender.Folders.Length} audits passed")));
        }
    }
}
