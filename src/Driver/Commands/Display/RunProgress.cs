using Marketplace.Driver.Measurement;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Commands.Display;

/// <summary>
/// How far a run is, and how long it is still to take. The epochs are known; what comes after them is guessed, as a part of them, and what
/// comes before them is not counted until it is over. One thread uses it.
/// </summary>
internal sealed class RunProgress(EpochSettings epochs, long? operations, TimeProvider time)
{
    // What collection, audit and report take beside the load, and how long they take at least.
    private const double AfterShare = 0.15;
    private const double AfterSecondsMin = 2;

    // What a warm-up until throughput is steady takes, if it is not known.
    private const double WarmUpSeconds = 2 * SteadyRule.Seconds;

    private readonly long _begin = time.GetTimestamp();
    private double? _measured;
    private double _transactions;
    private SeriesRow? _row;
    private long? _loaded;

    /// <summary>
    /// Seconds that a run takes at least: a warm-up until throughput is steady may be short, and one of so many operations may take no time.
    /// </summary>
    public static double LeastSeconds(Scenario scenario) =>
        scenario.Load.Operations is null ? scenario.Epochs.Count * scenario.Epochs.Seconds : 0;

    /// <summary>Share of the run that is done, 0–1.</summary>
    public double Share => Elapsed / (Elapsed + Math.Max(0.01, Left.TotalSeconds));

    /// <summary>How long it is still to take.</summary>
    public TimeSpan Left => TimeSpan.FromSeconds(LoadLeft() + AfterLeft());

    /// <summary>How long it takes in all.</summary>
    public TimeSpan Whole => TimeSpan.FromSeconds(Elapsed) + Left;

    private double Elapsed => time.GetElapsedTime(_begin).TotalSeconds;

    /// <summary>Seconds of the load as the scenario plans it, and once it is known as it is.</summary>
    private double LoadSeconds => epochs.Count * epochs.Seconds + (epochs.WarmUp.Epochs is null ? _measured ?? WarmUpGuess : 0);

    // Its limit would be far too much for most: throughput is steady once the rule has seen its seconds, or soon after.
    private double WarmUpGuess =>
        Math.Min(epochs.WarmUpLimit, Math.Max(WarmUpSeconds, (_row?.Second ?? 0) + SteadyRule.Seconds));

    /// <summary>A phase begins.</summary>
    /// <param name="isAfterLoad">True for those after the load.</param>
    public void Phase(bool isAfterLoad)
    {
        if (isAfterLoad) _loaded ??= time.GetTimestamp();
    }

    /// <summary>A second of the load.</summary>
    public void Second(SeriesRow row)
    {
        _row = row;
        _transactions += row.Outcomes.Sum() * row.Seconds;
        if (row.Phase == "measure") _measured ??= row.Second - row.Seconds;
    }

    private double LoadLeft()
    {
        if (_loaded is not null || _row is { Phase: "drain" }) return 0;
        var second = _row?.Second ?? 0;
        var left = Math.Max(0, LoadSeconds - second);
        if (operations is not { } all || _transactions == 0) return left;
        return Math.Min(left, Math.Max(0, all - _transactions) * second / _transactions);
    }

    private double AfterLeft()
    {
        var load = _row is { Phase: "drain" } last ? last.Second : Math.Min(LoadSeconds, (_row?.Second ?? 0) + LoadLeft());
        var after = Math.Max(AfterSecondsMin, AfterShare * load);
        return _loaded is { } loaded ? Math.Max(0, after - time.GetElapsedTime(loaded).TotalSeconds) : after;
    }
}

/// <summary>Where a run stands among those of a sweep.</summary>
/// <param name="Number">Its number, from 1.</param>
/// <param name="Mean">What a run took until now; null before the first one is over.</param>
internal sealed record SweepPosition(int Number, int Total, TimeSpan? Mean)
{
    /// <summary>How long the sweep is still to take.</summary>
    public TimeSpan Left(RunProgress run) => run.Left + (Total - Number) * (Mean ?? run.Whole);

    /// <summary>Share of the sweep that is done, 0–1.</summary>
    public double Share(RunProgress run) => (Number - 1 + run.Share) / Total;
}
