using System.Globalization;
using Marketplace.Driver.Commands.Display;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Commands;

/// <summary>How long a sweep is still to take, as its runs have taken until now. To warm a silo counts apart: only its first run needs it.</summary>
internal sealed class SweepEstimate
{
    private const double SecondsMax = 100;

    private (TimeSpan Time, int Count) _made;
    private (TimeSpan Time, int Count) _warmed;

    /// <summary>What a run took until now; null before the first one is over.</summary>
    public TimeSpan? Mean => MeanOf(_made);

    /// <summary>A run was made.</summary>
    public void Made(TimeSpan time) => _made = (_made.Time + time, _made.Count + 1);

    /// <summary>A silo was warmed.</summary>
    public void Warmed(TimeSpan time) => _warmed = (_warmed.Time + time, _warmed.Count + 1);

    /// <summary>How long it is still to take, for the line of its next run.</summary>
    /// <param name="runs">The scenarios of the runs that are left.</param>
    /// <param name="cold">How many silos are to be warmed for them.</param>
    /// <returns>Nothing if nobody knows.</returns>
    public string Left(IReadOnlyCollection<Scenario> runs, int cold)
    {
        if (Mean is { } mean)
            return Text("about", Math.Round, runs.Count * mean + cold * (MeanOf(_warmed) ?? TimeSpan.Zero));
        var least = TimeSpan.FromSeconds(runs.Sum(RunProgress.LeastSeconds));
        return least > TimeSpan.Zero ? Text("at least", Math.Floor, least) : "";
    }

    private static TimeSpan? MeanOf((TimeSpan Time, int Count) all) => all.Count == 0 ? null : all.Time / all.Count;

    private static string Text(string word, Func<double, double> round, TimeSpan time)
    {
        var (value, unit) = time.TotalSeconds < SecondsMax ? (time.TotalSeconds, "s") : (time.TotalMinutes, "min");
        return string.Create(CultureInfo.InvariantCulture, $" ({word} {round(value):0} {unit} to go)");
    }
}
