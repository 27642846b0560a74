using System.Collections.Immutable;
using System.Globalization;

namespace Marketplace.Driver.Scenarios.Sweeps;

/// <summary>A grid of runs: each combination of the axes' values is a point, and each point is run as often as there are repeats.</summary>
/// <param name="Axes">What is varied; among the points the last one varies fastest.</param>
/// <param name="Baseline">Label by axis: each point is compared with the one that has these labels instead of its own; empty for none.</param>
/// <param name="KeepsSilos">Whether runs with the same settings of the silo share one.</param>
/// <param name="Points">The points, in order.</param>
internal sealed record Sweep(
    string Name,
    ImmutableArray<SweepAxis> Axes,
    int Repeats,
    ImmutableSortedDictionary<string, string> Baseline,
    bool KeepsSilos,
    ImmutableArray<SweepPoint> Points)
{
    /// <summary>Runs that don't count, of each workload on each target that is kept; null for one run on each target.</summary>
    public SweepWarmUps? WarmUps { get; init; }

    /// <summary>
    /// The points in the order of their runs within a repeat: those that are compared with each other one after the other, so that the
    /// machine is the same for them.
    /// </summary>
    public IReadOnlyList<SweepPoint> RunOrder => [.. Points.GroupBy(Rest).SelectMany(group => group)];

    /// <summary>The labels that a point shares with the one it is compared with.</summary>
    private string Rest(SweepPoint point) => string.Join('\n', point.Labels.Where((_, i) => !Baseline.ContainsKey(Axes[i].Name)));
}

/// <summary>Runs that don't count.</summary>
/// <param name="Seconds">Length of each.</param>
internal sealed record SweepWarmUps(int Runs, double Seconds);

/// <summary>Something that is varied.</summary>
/// <param name="Name">The path of a member of the scenario, or any name if its values set several members.</param>
internal sealed record SweepAxis(string Name, ImmutableArray<SweepValue> Values);

/// <summary>A value of an axis.</summary>
/// <param name="Label">What tables call it; unique in its axis.</param>
/// <param name="Overrides">Texts "path=value", as `--set` takes them.</param>
internal sealed record SweepValue(string Label, ImmutableArray<string> Overrides);

/// <summary>One combination of the axes' values.</summary>
/// <param name="Number">Its number, from 1.</param>
internal sealed record SweepPoint(int Number, ImmutableArray<string> Labels, Scenario Scenario)
{
    /// <summary>Folder of its runs within that of the sweep: number and labels.</summary>
    public string Folder
    {
        get
        {
            var labels = string.Join('-', Labels).Select(letter => char.IsAsciiLetterOrDigit(letter) || letter is '-' or '.' ? letter : '-');
            return string.Create(CultureInfo.InvariantCulture, $"{Number:000}-{string.Concat(labels)}");
        }
    }
}
