using System.Collections.Immutable;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.Driver.Scenarios.Studies;
using Marketplace.Driver.Scenarios.Sweeps;

namespace Marketplace.Driver.Reporting.Studies;

/// <summary>
/// The rates of a part with an open loop: one for all arms that are compared, so that none of them is overloaded, and none gets less to do.
/// </summary>
internal static class OpenRates
{
    private const int Digits = 3;

    /// <summary>Gives each point its rate.</summary>
    /// <param name="sweep">The part.</param>
    /// <param name="before">What was measured in the part that the rates are a share of.</param>
    /// <returns>The part, and its rates by the labels that decide them; null if nothing was measured for a point.</returns>
    public static (Sweep Sweep, ImmutableSortedDictionary<string, double> Rates)? Of(Sweep sweep, SweepResult before, double share)
    {
        var rates = ImmutableSortedDictionary.CreateBuilder<string, double>(StringComparer.Ordinal);
        var points = ImmutableArray.CreateBuilder<SweepPoint>();
        foreach (var point in sweep.Points)
        {
            var labels = sweep.Axes.Zip(point.Labels, (axis, label) => (axis.Name, Label: label))
                .Where(axis => axis.Name != StudyLoader.ArmAxis && before.Axes.Any(other => other.Name == axis.Name)).ToList();
            if (Lowest(sweep, before, labels) is not { } lowest) return null;
            var rate = Rounded(share * lowest);
            rates[labels.Count == 0 ? "all" : string.Join(", ", labels.Select(axis => axis.Label))] = rate;
            points.Add(point with { Scenario = point.Scenario with { Load = point.Scenario.Load with { Rate = rate } } });
        }

        return (sweep with { Points = points.ToImmutable() }, rates.ToImmutable());
    }

    // Of each arm the highest throughput that it reached at any of the other labels; of these the lowest.
    private static double? Lowest(Sweep sweep, SweepResult before, List<(string Name, string Label)> labels)
    {
        var arms = sweep.Axes.FirstOrDefault(axis => axis.Name == StudyLoader.ArmAxis)?.Values.Select(value => value.Label).ToHashSet();
        var reached = before.Points
            .Where(point => labels.TrueForAll(axis => before.LabelOf(point, axis.Name) == axis.Label))
            .Where(point => arms is null || arms.Contains(before.LabelOf(point, StudyLoader.ArmAxis) ?? ""))
            .GroupBy(point => before.LabelOf(point, StudyLoader.ArmAxis), point => point.Metrics.GetValueOrDefault("throughput")?.Mean)
            .Select(arm => arm.Max()).ToList();
        return reached.Count == 0 || reached.Contains(null) ? null : reached.Min();
    }

    private static double Rounded(double rate)
    {
        var unit = Math.Pow(10, Math.Ceiling(Math.Log10(Math.Max(1, rate))) - Digits);
        return Math.Max(1, Math.Round(Math.Floor(rate / unit) * unit, Digits));
    }
}
