using System.Globalization;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Html;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.Driver.Scenarios.Studies;
using static System.FormattableString;

namespace Marketplace.Driver.Reporting.Studies;

/// <summary>A section of the report of a study: texts, and a table.</summary>
/// <param name="Rows">Rows of the table, the head first; none for no table.</param>
internal sealed record StudySection(string Title, IReadOnlyList<string> Texts, IReadOnlyList<IReadOnlyList<string>> Rows)
{
    /// <summary>Whether the table is of texts; else only its first column is, and the others are figures.</summary>
    public bool IsOfTexts { get; init; }
}

/// <summary>What the report of a study says, in order.</summary>
internal static class StudySections
{
    private const double FalsePositives = 0.05;

    /// <param name="sweeps">What was measured, by part.</param>
    public static IEnumerable<StudySection> Of(StudyResult result, IReadOnlyDictionary<string, SweepResult> sweeps)
    {
        yield return new StudySection("Question", [result.Text.Question], []);
        yield return Claims(result);
        if (result.Text.Published is { Statements.IsEmpty: false } stated) yield return Statements(stated);
        foreach (var table in result.Text.Published?.Tables ?? [])
        {
            if (sweeps.GetValueOrDefault(table.Part) is not { } sweep) continue;
            foreach (var section in table.Of.IsEmpty ? Published(table, sweep) : ReductionSections.Of(table, sweep))
                yield return section;
        }

        foreach (var (part, sweep) in result.Parts.Where(part => sweeps.ContainsKey(part.Name)).Select(part => (part, sweeps[part.Name])))
        {
            if (Overload(part, sweep) is { Rows.Count: > 1 } overload) yield return overload;
            yield return Points(part, sweep);
        }

        if (result.Text.Published is { Remarks.IsEmpty: false } published)
            yield return new StudySection("Remarks on the publication", [published.Title, .. published.Remarks], []);
        if (!result.Text.Assumptions.IsEmpty) yield return new StudySection("Assumptions and differences", result.Text.Assumptions, []);
        yield return Machine(result, sweeps);
    }

    private static StudySection Statements(PublishedNumbers published)
    {
        List<IReadOnlyList<string>> rows = [["statement", "published"]];
        rows.AddRange(published.Statements.Select(statement => (IReadOnlyList<string>)[statement.Text, statement.Number]));
        return new StudySection("What the text of the publication says in numbers", [], rows);
    }

    private static StudySection Claims(StudyResult result)
    {
        List<IReadOnlyList<string>> rows = [["claim", "statement", "source", "published", "measured", "verdict", "size", "note"]];
        foreach (var (claim, found) in result.Text.Claims.Zip(result.Claims))
        {
            rows.Add(
            [
                claim.Id, claim.Text, claim.Source, Range(claim), Measured(claim, found), found.Verdict, found.Size ?? "", found.Reason ?? "",
            ]);
        }

        var tested = result.Claims.Count(claim => claim.Verdict is Verdict.Confirmed or Verdict.Contradicted);
        return new StudySection(
            "Claims",
            [
                "Measured: the ratio of the figures, over all points that the claim speaks of, with its 95 % confidence interval over the repeats.",
                Invariant($"{result.Claims.Length} claims, {tested} of them decided; ")
                    + Invariant($"by chance up to {FalsePositives * tested:0.#} verdicts may be wrong."),
            ],
            rows)
        {
            IsOfTexts = true,
        };
    }

    /// <summary>The measured ratio, or where nothing is compared the figure, with its interval.</summary>
    public static string Measured(StudyClaim claim, ClaimResult found) => found.Ratio is not { } ratio || !claim.To.IsEmpty || claim.Axis is not null
        ? FigureText.Ratio(found.Ratio)
        : Number(ratio.Mean) + (ratio.Low is null ? "" : $" [{Number(ratio.Low)}, {Number(ratio.High)}]");

    private static string Range(StudyClaim claim) => claim.Published is not { IsEmpty: false } range ? "–"
        : range[0].Equals(range[^1]) ? Number(range[0])
        : $"{Number(range[0])} to {Number(range[^1])}";

    private static IEnumerable<StudySection> Published(PublishedTable table, SweepResult sweep)
    {
        var columns = table.Values.Values.SelectMany(row => row.Keys).Distinct().ToList();
        double? Measured(string row, string column) => Points(table, sweep, row, column)
            .Select(point => point.Metrics.GetValueOrDefault(table.Figure)?.Mean).Average();

        List<IReadOnlyList<string>> values = [["published / measured", .. columns]];
        List<IReadOnlyList<string>> ratios = [[$"to {table.Baseline}: published / measured", .. columns]];
        foreach (var (row, cells) in table.Values)
        {
            values.Add([row, .. columns.Select(column => $"{Cell(cells, column)} / {Number(Measured(row, column))}")]);
            ratios.Add(
            [
                row,
                .. columns.Select(column => $"{Number(Divided(cells, table.Values[table.Baseline], column))} / "
                    + Number(Measured(row, column) / Measured(table.Baseline, column))),
            ]);
        }

        var ranks = columns.Select(column => (column, Tau: Tau(table, column, row => Measured(row, column)))).Where(rank => rank.Tau is not null)
            .Select(rank => Invariant($"{rank.column}: {rank.Tau:0.00}")).ToList();
        string[] texts = ranks.Count == 0
            ? []
            : [$"Kendall's τ between the published and the measured order of the rows: {string.Join(", ", ranks)}."];
        yield return new StudySection($"Table {table.Name}: {table.Title}", texts, values);
        yield return new StudySection($"Table {table.Name}, as ratios", [], ratios);
    }

    // A cell may be a mean over an axis that the table does not show.
    private static IEnumerable<SweptPoint> Points(PublishedTable table, SweepResult sweep, string row, string column)
    {
        var wanted = table.Where.ToDictionary(axis => axis.Key, axis => axis.Value[0]);
        wanted[table.Rows] = row;
        wanted[table.Columns] = column;
        return sweep.Points.Where(point => wanted.All(axis => (sweep.LabelOf(point, axis.Key) ?? axis.Value) == axis.Value));
    }

    /// <summary>Agreement of two orders: 1 if they are the same, −1 if one is the other backwards.</summary>
    public static double? Kendall(IReadOnlyList<(double One, double Other)> values)
    {
        if (values.Count < 2) return null;
        var sum = 0;
        for (var i = 0; i < values.Count; i++)
        {
            for (var j = 0; j < i; j++)
                sum += Math.Sign(values[i].One - values[j].One) * Math.Sign(values[i].Other - values[j].Other);
        }

        return 2.0 * sum / (values.Count * (values.Count - 1));
    }

    private static double? Tau(PublishedTable table, string column, Func<string, double?> measured) => Kendall(
    [
        .. table.Values.Where(row => row.Value.ContainsKey(column)).Select(row => (row.Value[column], Other: measured(row.Key)))
            .Where(pair => pair.Other is not null).Select(pair => (pair.Item1, pair.Other!.Value)),
    ]);

    /// <summary>What a queue of a fluid predicts: the longest wait in ms, where arrivals come faster than they are served.</summary>
    /// <param name="seconds">How long they come.</param>
    /// <param name="rate">Arrivals a second.</param>
    /// <param name="capacity">Served a second.</param>
    public static double Fluid(double seconds, double rate, double capacity) => 1e3 * seconds * Math.Max(0, rate / capacity - 1);

    private static StudySection Overload(StudiedPart part, SweepResult sweep)
    {
        const double busy = 0.95;
        List<IReadOnlyList<string>> rows =
            [[.. sweep.Axes.Select(axis => SweptAxis.Short(axis.Name)), "capacity, 1/s", "predicted maximum, ms", "measured maximum, ms"]];
        foreach (var point in sweep.Points)
        {
            if (sweep.LabelOf(point, "load.rate") is not { } rate) continue;
            var planned = double.Parse(rate, CultureInfo.InvariantCulture);
            var (served, max) = (point.Metrics.GetValueOrDefault("throughput")?.Mean, point.Metrics.GetValueOrDefault("allMaxMs")?.Mean);
            if (served is null || max is null || served >= busy * planned) continue;
            var seconds = point.Metrics.GetValueOrDefault("measuredSeconds")?.Mean ?? 0;
            rows.Add([.. point.Labels, Number(served), Number(Fluid(seconds, planned, served.Value)), Number(max)]);
        }

        return new StudySection(
            $"Overload, {part.Name}",
            ["Where arrivals come faster than they are served, a queue of a fluid predicts the longest wait from rate and capacity alone."],
            rows);
    }

    private static StudySection Points(StudiedPart part, SweepResult sweep)
    {
        string[] wanted =
        [
            "throughput", "allMeanMs", "allP50Ms", "allP95Ms", "allP99Ms", "allMaxMs", "readsMeanMs", "readsP95Ms",
            "writesMeanMs", "writesP95Ms", "poolWaitP99Ms", "connectionsBusyMean",
            "threadsPeak", "serviceCpuPercent", "databaseCpuPercent", "serviceMeanMiB", "databaseMeanMiB",
            "databaseDiskMiB", "serversCpuMicrosPerTransaction", "checkoutP95Ms", "errorsShare", "littleRatio",
        ];
        var figures = wanted.Where(figure => sweep.Points.Any(point => point.Metrics.ContainsKey(figure))).ToList();
        List<IReadOnlyList<string>> rows = [[.. sweep.Axes.Select(axis => SweptAxis.Short(axis.Name)), "runs", .. figures]];
        foreach (var point in sweep.Points)
        {
            rows.Add(
            [
                .. point.Labels, point.Runs.ToString(CultureInfo.InvariantCulture),
                .. figures.Select(figure => Number(point.Metrics.GetValueOrDefault(figure)?.Mean)),
            ]);
        }

        string[] closed = figures.Contains("littleRatio")
            ? ["Closed loop: a target that stalls is not sent to meanwhile, so high percentiles are optimistic."]
            : [];
        string[] open = part.Rates is { } rates
            ? [$"Open loop, arrivals a second: {string.Join(", ", rates.Select(rate => $"{rate.Key} {Number(rate.Value)}"))}."]
            : [];
        string[] texts = [part.Title, .. closed, .. open, "Means over the repeats; sweep.html of the part has intervals."];
        return new StudySection($"All points, {part.Name}", texts, rows);
    }

    // Version and durability, as the servers tell them.
    private static IEnumerable<string> Databases(SweepResult sweep)
    {
        var all = sweep.Runs.Where(run => run.Database is not null).GroupBy(run => run.Database!).ToList();
        return all is [var only] ? [only.Key] : all.Select(database => $"{database.Key} ({Arms(database)})");

        string Arms(IEnumerable<SweptRun> runs) =>
            string.Join(", ", runs.Select(run => sweep.LabelOf(sweep.Points[run.Point - 1], StudyLoader.ArmAxis)).Distinct());
    }

    private static StudySection Machine(StudyResult result, IReadOnlyDictionary<string, SweepResult> sweeps)
    {
        var texts = new List<string>
        {
            $"{result.Machine.Processor}, {result.Machine.Cores} cores, {result.Machine.MemoryMiB} MiB; {result.Machine.OperatingSystem}; "
                + $"{result.Machine.Runtime}; driver {result.DriverVersion}.",
            "All processes share this machine; servers have their defaults, unless the study says otherwise.",
            $"To repeat it: driver study config/studies/{result.Text.Name}.json --profile {result.Profile}",
        };
        texts.AddRange(result.Parts.Where(part => sweeps.ContainsKey(part.Name))
            .SelectMany(part => Databases(sweeps[part.Name]).Select(text => $"Database of {part.Name}: {text}.")));
        texts.AddRange(result.Parts.SelectMany(part => part.NotRun.Select(arm => $"Not run in {part.Name}: {arm.Key}, because {arm.Value}.")));
        return new StudySection("Machine", texts, []);
    }

    private static string Cell(Dictionary<string, double> cells, string column) =>
        cells.TryGetValue(column, out var value) ? Number(value) : "–";

    private static double? Divided(Dictionary<string, double> cells, Dictionary<string, double> baseline, string column) =>
        cells.TryGetValue(column, out var value) && baseline.TryGetValue(column, out var one) ? value / one : null;

    /// <summary>A figure in a table.</summary>
    public static string Number(double? value) => value is null ? "–"
        : Math.Abs(value.Value) < 0.1 && value != 0 ? value.Value.ToString("0.####", CultureInfo.InvariantCulture)
        : Numbers.Rate(value.Value);
}
