using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.Driver.Scenarios.Studies;

namespace Marketplace.Driver.Reporting.Studies;

/// <summary>A published table of reductions in percent, beside what was measured: the reduction, and the figures that it is of.</summary>
internal static class ReductionSections
{
    private const double Percent = 100;
    private const double MicrosecondsPerMs = 1e3;

    public static IEnumerable<StudySection> Of(PublishedTable table, SweepResult sweep)
    {
        var columns = table.Values.Values.SelectMany(row => row.Keys).Distinct().ToList();
        List<IReadOnlyList<string>> values = [["published / measured", .. columns]];
        foreach (var (row, cells) in table.Values)
        {
            var isMeasured = row == table.Baseline;
            values.Add([row, .. columns.Select(column => $"{Published(cells, column)} / {(isMeasured ? Reduction(table, sweep, column) : "–")}")]);
        }

        yield return new StudySection(
            $"Table {table.Name}: {table.Title}", ["Measured: with its 95 % confidence interval over the repeats."], values);

        List<IReadOnlyList<string>> figures = [[table.Figure, .. columns]];
        figures.Add([Name(table.To), .. columns.Select(column => StudySections.Number(Figure(table, sweep, table.To, column)))]);
        figures.Add([Name(table.Of), .. columns.Select(column => StudySections.Number(Figure(table, sweep, table.Of, column)))]);
        if (table.Figure.EndsWith("Ms", StringComparison.Ordinal))
        {
            figures.Add(
            [
                "difference, µs",
                .. columns.Select(column => Figure(table, sweep, table.To, column) - Figure(table, sweep, table.Of, column) is { } ms
                    ? (MicrosecondsPerMs * ms).ToString("0", CultureInfo.InvariantCulture)
                    : "–"),
            ]);
        }

        yield return new StudySection($"Table {table.Name}, what the reductions are of: {table.Baseline}", [], figures);
    }

    // As published, to the last digit.
    private static string Published(Dictionary<string, double> cells, string column) =>
        cells.TryGetValue(column, out var value) ? value.ToString("0.00", CultureInfo.InvariantCulture) : "–";

    private static string Reduction(PublishedTable table, SweepResult sweep, string column)
    {
        var where = table.Where.SetItem(table.Columns, [column]);
        var claim = new StudyClaim
        {
            Id = table.Name,
            Text = table.Title,
            Source = table.Name,
            Part = table.Part,
            Figure = table.Figure,
            Kind = "less",
            Where = where,
        };
        if (PairedRatios.Of(claim, sweep, table.Of, table.To).Ratio is not { } ratio) return "–";
        var mean = Text(ratio.Mean);
        return ratio is { Low: { } low, High: { } high } ? $"{mean} [{Text(high)}, {Text(low)}]" : mean;

        static string Text(double value) => (Percent * (1 - value)).ToString("0.0", CultureInfo.InvariantCulture);
    }

    private static double? Figure(
        PublishedTable table, SweepResult sweep, ImmutableSortedDictionary<string, ImmutableArray<string>> labels, string column)
    {
        var wanted = table.Where.SetItem(table.Columns, [column]).SetItems(labels);
        return sweep.Points.Where(point => sweep.Has(point, wanted))
            .Select(point => point.Metrics.GetValueOrDefault(table.Figure)?.Mean).Average();
    }

    private static string Name(ImmutableSortedDictionary<string, ImmutableArray<string>> labels) =>
        string.Join(", ", labels.SelectMany(axis => axis.Value));
}
