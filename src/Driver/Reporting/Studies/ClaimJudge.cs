using System.Collections.Immutable;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.Driver.Scenarios.Studies;
using static System.FormattableString;

namespace Marketplace.Driver.Reporting.Studies;

/// <summary>
/// Judges claims by rules that are fixed in advance (docs/studies.md). For each repeat the logarithms of the ratios of all points are averaged;
/// the verdict goes by the 95 % interval of these averages over the repeats.
/// </summary>
internal static class ClaimJudge
{
    private const double Margin = 1.10;
    private const double AlikeLow = 0.80;
    private const double AlikeHigh = 1.25;
    private const int RepeatsMin = 3;
    private const int DecidedMin = 5;

    /// <param name="result">The part that tests it; null if it was not run.</param>
    public static ClaimResult Judge(StudyClaim claim, SweepResult? result)
    {
        if (result is null) return Of(claim, Verdict.NotRun, null, "its part was not run");
        if (claim.Cores > result.Machine.Cores)
            return Of(claim, Verdict.Undecided, null, Invariant($"it takes {claim.Cores} cores, and this machine has {result.Machine.Cores}"));
        return claim.Kind switch
        {
            "best" => Best(claim, result),
            "share" => Share(claim, result),
            _ => One(claim, result, claim.Axis is not null ? Ends(claim, result) : (claim.Of, claim.To)),
        };
    }

    /// <summary>The rule for a side that is claimed.</summary>
    /// <param name="isLess">True if the ratio is claimed to be less than 1.</param>
    public static string OfSide(Ratio ratio, bool isLess) => Interval(ratio) is not var (low, high) ? Verdict.Undecided
        : isLess ? OfSide(low, high)
        : OfSide(1 / high, 1 / low);

    /// <summary>The rule for figures that are claimed to be alike.</summary>
    public static string OfAlike(Ratio ratio) => Interval(ratio) is not var (low, high) ? Verdict.Undecided
        : low >= AlikeLow && high <= AlikeHigh ? Verdict.Confirmed
        : low > AlikeHigh || high < AlikeLow ? Verdict.Contradicted
        : Verdict.Undecided;

    /// <summary>The rule for a stated bound.</summary>
    public static string OfBound(Ratio ratio, double bound, bool isLess) => Interval(ratio) is not var (low, high) ? Verdict.Undecided
        : isLess ? high < bound ? Verdict.Confirmed : low > bound ? Verdict.Contradicted : Verdict.Undecided
        : low > bound ? Verdict.Confirmed : high < bound ? Verdict.Contradicted : Verdict.Undecided;

    private static string OfSide(double low, double high) => high < 1 / Margin ? Verdict.Confirmed
        : low > 1 || low >= 1 / Margin && high <= Margin ? Verdict.Contradicted
        : Verdict.Undecided;

    private static (double Low, double High)? Interval(Ratio ratio) =>
        ratio is { Count: >= RepeatsMin, Low: { } low, High: { } high } ? (low, high) : null;

    private static ClaimResult One(
        StudyClaim claim,
        SweepResult result,
        (ImmutableSortedDictionary<string, ImmutableArray<string>> Of, ImmutableSortedDictionary<string, ImmutableArray<string>> To) sides)
    {
        var found = PairedRatios.Of(claim, result, sides.Of, sides.To);
        if (found.Ratio is not { } ratio) return Of(claim, found.IsThere ? Verdict.Undecided : Verdict.NotRun, null, found.Reason);
        if (ratio.Count < RepeatsMin)
            return Of(claim, Verdict.Undecided, ratio, Invariant($"it takes {RepeatsMin} repeats that count, and there are {ratio.Count}"));
        var verdict = claim.Kind switch
        {
            "alike" => OfAlike(ratio),
            "bound" => OfBound(ratio, claim.Bound!.Value, claim.Direction == "less"),
            "trend" => OfSide(ratio, claim.Direction == "less"),
            _ => OfSide(ratio, claim.Kind == "less"),
        };
        return Of(claim, verdict, ratio, found.Reason);
    }

    // The arm against each other one.
    private static ClaimResult Best(StudyClaim claim, SweepResult result)
    {
        var (axis, others) = claim.To.Single();
        var each = others.Select(other => One(
            claim with { Kind = claim.Direction },
            result,
            (claim.Of, claim.To.SetItem(axis, [other])))).ToList();
        var verdict = each.Exists(one => one.Verdict == Verdict.Contradicted) ? Verdict.Contradicted
            : each.Exists(one => one.Verdict == Verdict.NotRun) ? Verdict.NotRun
            : each.TrueForAll(one => one.Verdict == Verdict.Confirmed) ? Verdict.Confirmed
            : Verdict.Undecided;
        var pairs = each.Zip(others, (one, other) => Invariant($"to {other}: {Text(one.Ratio)} {one.Verdict}"));
        return Of(claim, verdict, null, string.Join("; ", pairs));
    }

    private static ClaimResult Share(StudyClaim claim, SweepResult result)
    {
        var points = PairedRatios.EachPoint(claim, result).ToList();
        if (points.Count == 0) return Of(claim, Verdict.NotRun, null, "an arm was not run");
        var decided = points.Where(ratio => Interval(ratio) is var (low, high) && (low > 1 || high < 1)).ToList();
        if (decided.Count < DecidedMin) return Of(claim, Verdict.Undecided, null, Invariant($"{decided.Count} points are decided"));
        var isLess = claim.Direction == "less";
        var share = (double)decided.Count(ratio => isLess == ratio.Mean < 1) / decided.Count;
        return Of(
            claim,
            share >= claim.Minimum ? Verdict.Confirmed : Verdict.Contradicted,
            null,
            Invariant($"{100 * share:0} % of {decided.Count} decided points; {points.Count} points in all"));
    }

    private static (ImmutableSortedDictionary<string, ImmutableArray<string>>, ImmutableSortedDictionary<string, ImmutableArray<string>>) Ends(
        StudyClaim claim, SweepResult result)
    {
        var labels = result.Axes.FirstOrDefault(axis => axis.Name == claim.Axis)?.Labels ?? [];
        return labels.IsEmpty ? (claim.Of, claim.To)
            : (claim.Of.SetItem(claim.Axis!, [labels[^1]]), claim.Of.SetItem(claim.Axis!, [labels[0]]));
    }

    private static string Text(Ratio? ratio) => ratio is null ? "–" : FigureText.Ratio(ratio);

    private static ClaimResult Of(StudyClaim claim, string verdict, Ratio? ratio, string? reason) =>
        new(claim.Id, claim.Needs, verdict, verdict == Verdict.Confirmed && ratio is not null ? Size(claim, ratio) : null, ratio, reason);

    private static string? Size(StudyClaim claim, Ratio ratio)
    {
        if (claim.Published is not { IsEmpty: false } published || Interval(ratio) is not var (low, high)) return null;
        if (published[0] <= high && published[^1] >= low) return "same";
        var nearest = Math.Abs(Math.Log(published[0])) < Math.Abs(Math.Log(published[^1])) ? published[0] : published[^1];
        return Math.Abs(Math.Log(ratio.Mean)) < Math.Abs(Math.Log(nearest)) ? "weaker" : "stronger";
    }
}

/// <summary>What a claim comes to.</summary>
internal static class Verdict
{
    public const string Confirmed = "confirmed";
    public const string Contradicted = "contradicted";
    public const string Undecided = "undecided";
    public const string NotRun = "not run";
}

/// <summary>A claim that was judged.</summary>
/// <param name="Needs">What it needs that not every machine has; null for nothing.</param>
/// <param name="Size">If confirmed: "same", "weaker" or "stronger" than published; null where no size is published.</param>
/// <param name="Ratio">The measured ratio with its interval; null where there is none.</param>
/// <param name="Reason">What is to be said of the verdict; null for nothing.</param>
internal sealed record ClaimResult(string Id, string? Needs, string Verdict, string? Size, Ratio? Ratio, string? Reason)
{
    /// <summary>The same, with more to be said of it.</summary>
    public ClaimResult With(string reason) => this with { Reason = Reason is null ? reason : $"{Reason}; {reason}" };
}
