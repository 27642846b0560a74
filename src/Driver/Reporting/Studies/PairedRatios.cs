using System.Collections.Immutable;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.Driver.Scenarios.Studies;
using static System.FormattableString;

namespace Marketplace.Driver.Reporting.Studies;

/// <summary>Ratios of figures of runs of the same repeat, over the points that a claim speaks of.</summary>
/// <param name="Ratio">The ratio; null if there is none.</param>
/// <param name="IsThere">False if a side has no points: an arm is missing.</param>
/// <param name="Reason">What was left out; null for nothing.</param>
internal sealed record PairedRatios(Ratio? Ratio, bool IsThere, string? Reason)
{
    private const double ErrorsMost = 0.01;
    private const double LittleLeast = 0.9;
    private const double LittleMost = 1.1;

    /// <summary>The ratio over all points of a claim.</summary>
    /// <param name="of">Labels of the points above the line.</param>
    /// <param name="to">Labels of those below; none for the figure itself.</param>
    public static PairedRatios Of(
        StudyClaim claim,
        SweepResult result,
        ImmutableSortedDictionary<string, ImmutableArray<string>> of,
        ImmutableSortedDictionary<string, ImmutableArray<string>> to)
    {
        var (values, isThere, note) = Repeats(claim, result, of, to);
        if (values is not null && !claim.Against.IsEmpty)
        {
            // The quotient of two ratios, of the repeats that have both.
            var there = claim with { Where = claim.Where.SetItems(claim.Against) };
            var (others, isOtherThere, otherNote) = Repeats(there, result, of, to);
            values = others is null ? null
                : values.Where(one => others.ContainsKey(one.Key)).ToDictionary(one => one.Key, one => one.Value - others[one.Key]);
            (isThere, note) = (isOtherThere, note ?? otherNote);
        }

        return new PairedRatios(values is null ? null : LogMean.Of([.. values.Values.Select(Math.Exp)])?.ToRatio(), isThere, note);
    }

    // The mean of the logarithms over the points, by repeat; null if there is none.
    private static (Dictionary<int, double>? Values, bool IsThere, string? Note) Repeats(
        StudyClaim claim,
        SweepResult result,
        ImmutableSortedDictionary<string, ImmutableArray<string>> of,
        ImmutableSortedDictionary<string, ImmutableArray<string>> to)
    {
        var pairs = Pairs(claim, result, of, to);
        if (pairs.Count == 0) return (null, false, "an arm was not run");
        var logs = pairs.Select(pair => Logs(claim, result, pair)).ToList();

        // A point counts if it does so in more than half of the repeats; a repeat then, if all these points count in it.
        var kept = logs.Where(point => 2 * point.Count > result.Repeats).ToList();
        var lost = logs.Count - kept.Count;
        var note = lost == 0
            ? null
            : Invariant($"{lost} of {logs.Count} points do not count: failed, bounded by the driver, or not as many in flight");
        if (2 * lost > logs.Count || kept.Count == 0) return (null, true, note);
        var repeats = kept.Select(point => point.Keys).Aggregate<IEnumerable<int>>((all, one) => all.Intersect(one)).Order();
        return (repeats.ToDictionary(repeat => repeat, repeat => kept.Average(point => point[repeat])), true, note);
    }

    /// <summary>The ratio of each point of a claim that counts in any repeat.</summary>
    public static IEnumerable<Ratio> EachPoint(StudyClaim claim, SweepResult result) => Pairs(claim, result, claim.Of, claim.To)
        .Select(pair => LogMean.Of([.. Logs(claim, result, pair).Values.Select(Math.Exp)])?.ToRatio()).OfType<Ratio>();

    private static List<(SweptPoint Of, SweptPoint? To)> Pairs(
        StudyClaim claim,
        SweepResult result,
        ImmutableSortedDictionary<string, ImmutableArray<string>> of,
        ImmutableSortedDictionary<string, ImmutableArray<string>> to)
    {
        string Rest(SweptPoint point) =>
            string.Join('\n', point.Labels.Where((_, i) => !of.ContainsKey(result.Axes[i].Name) && !to.ContainsKey(result.Axes[i].Name)));

        var above = result.Points.Where(point => result.Has(point, of) && result.Has(point, claim.Where)).ToList();
        if (to.IsEmpty) return [.. above.Select(point => (point, (SweptPoint?)null))];
        var below = result.Points.Where(point => result.Has(point, to) && result.Has(point, Without(claim.Where, of))).ToLookup(Rest);
        return [.. above.SelectMany(point => below[Rest(point)].Select(other => (point, (SweptPoint?)other)))];
    }

    private static ImmutableSortedDictionary<string, ImmutableArray<string>> Without(
        ImmutableSortedDictionary<string, ImmutableArray<string>> labels, ImmutableSortedDictionary<string, ImmutableArray<string>> axes) =>
        labels.RemoveRange(axes.Keys);

    // The logarithm of the ratio by repeat, of those in which both runs count.
    private static SortedDictionary<int, double> Logs(StudyClaim claim, SweepResult result, (SweptPoint Of, SweptPoint? To) pair)
    {
        var logs = new SortedDictionary<int, double>();
        var below = pair.To is null ? null : Figures(claim, result, pair.To);
        foreach (var (repeat, value) in Figures(claim, result, pair.Of))
        {
            if (below is null) logs[repeat] = Math.Log(value);
            else if (below.TryGetValue(repeat, out var other)) logs[repeat] = Math.Log(value / other);
        }

        return logs;
    }

    private static Dictionary<int, double> Figures(StudyClaim claim, SweepResult result, SweptPoint point) => result.RunsOf(point)
        .Where(run => Counts(run) && run.Metrics.TryGetValue(claim.Figure, out var value) && value > 0)
        .ToDictionary(run => run.Repeat, run => run.Metrics[claim.Figure]);

    /// <summary>Whether a run counts: it was audited, its answers were right, and it is the target that was measured.</summary>
    public static bool Counts(SweptRun run) => ExitCode.IsClean(run.ExitCode) && run.Bottleneck is null
        && run.Metrics.GetValueOrDefault("errorsShare") <= ErrorsMost
        && (!run.Metrics.TryGetValue("littleRatio", out var little) || little is >= LittleLeast and <= LittleMost);
}
