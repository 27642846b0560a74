using Marketplace.Driver.Load;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Scenarios;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Marketplace.Driver.Tests.Load;

/// <summary>The end of a warm-up, by a clock that the test moves.</summary>
public sealed class WarmUpWatchTests
{
    private const double Limit = 30;
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private readonly FakeTimeProvider _time = new();
    private readonly MeasureWindow _window;
    private readonly WarmUpWatch _watch;
    private long? _compiled;

    public WarmUpWatchTests()
    {
        _window = MeasureWindow.Open(_time.GetTimestamp(), 2 * _time.TimestampFrequency, 4);
        _watch = Watch(_window, WarmUp.Steady);
    }

    /// <summary>When the measurement begins, in seconds since the start.</summary>
    private double? Start => _window.Start == MeasureWindow.Unknown
        ? null
        : (double)(_window.Start - _window.Origin) / _time.TimestampFrequency;

    [Fact]
    public void The_measurement_begins_with_the_second_after_those_that_were_steady()
    {
        Run(Enumerable.Repeat(1_000.0, 5));
        Assert.Null(Start);
        Assert.False(_window.Contains(_time.GetTimestamp()));
        Run([1_000]);
        Assert.Equal(7, Start);
        Assert.Equal(_window.Start + 8 * _time.TimestampFrequency, _window.End);
        Assert.Equal(new WarmUpSummary(7, true) { LimitSeconds = Limit, Difference = 0 }, _watch.Summary(7));
    }

    [Fact]
    public void A_system_that_gets_faster_is_waited_for()
    {
        var ramp = Ramp(20).ToList();
        Run(ramp);
        Assert.InRange(ramp[(int)Start!.Value], 0.99 * ramp[^1], ramp[^1]);
        Assert.True(_watch.Summary(Start.Value).Steady);
    }

    [Fact]
    public void A_plateau_on_which_the_compiler_works_is_waited_for()
    {
        for (var second = 0; second < 12; second++)
        {
            _compiled = (_compiled ?? 10_000) + 500;
            Run([1_000]);
        }

        Assert.Null(Start);
        Assert.Contains("compiled 3000 methods in the last 6 s", WarmUpText.Of(_watch.Summary(12)), StringComparison.Ordinal);
        Run(Enumerable.Repeat(1_000.0, 12));
        Assert.Equal(19, Start);
        Assert.Equal(500, _watch.Summary(19).Compiled);
    }

    [Fact]
    public void Noise_without_a_trend_is_steady()
    {
        var random = new Random(7);
        Run(Enumerable.Range(0, 29).Select(_ => 10_000 * (0.95 + (0.1 * random.NextDouble()))));
        Assert.InRange(Start!.Value, 7, 12);
        Assert.True(_watch.Summary(Start.Value).Steady);
    }

    [Fact]
    public void What_is_never_steady_is_measured_at_the_limit_and_told()
    {
        Run(Enumerable.Range(1, 29).Select(second => 500.0 * second));
        Assert.Equal(Limit, Start);
        var summary = _watch.Summary(Limit);
        Assert.False(summary.Steady);
        Assert.True(summary.Difference > 0.05);
        Assert.Contains("not steady (the last 6 s changed by +11.3 %", WarmUpText.Of(summary), StringComparison.Ordinal);
    }

    [Fact]
    public void Throughput_of_nothing_is_measured_at_the_limit_and_told()
    {
        Run(Enumerable.Repeat(0.0, 29));
        Assert.Equal(Limit, Start);
        Assert.Equal(new WarmUpSummary(Limit, false) { LimitSeconds = Limit }, _watch.Summary(Limit));
        Assert.Contains("nothing was committed", WarmUpText.Of(_watch.Summary(Limit)), StringComparison.Ordinal);
    }

    [Fact]
    public void Workers_know_when_the_measurement_begins_before_it_does()
    {
        Run(Enumerable.Repeat(1_000.0, 5));
        _time.Advance(TimeSpan.FromMilliseconds(1_980));
        _watch.Add(Row(1_000), _time.GetTimestamp());
        Assert.Equal(8, Start);
    }

    [Fact]
    public void A_number_of_epochs_is_kept_whatever_is_seen()
    {
        var window = MeasureWindow.After(0, 10, 2, 6);
        var watch = Watch(window, new WarmUp(2));
        for (var second = 0; second < 20; second++)
            watch.Add(Row(1_000), second);
        Assert.Equal((20, 60, 4), (window.Start, window.End, window.Measured));
        Assert.Equal(new WarmUpSummary(20, null), watch.Summary(20));
    }

    /// <summary>2,300 rising to 18,000, as the compilation of a silo has it.</summary>
    private static IEnumerable<double> Ramp(int seconds) =>
        Enumerable.Range(0, seconds).Select(second => 18_000 - (15_700 * Math.Exp(-second / 2.5)));

    private static SeriesRow Row(double throughput) => new()
    {
        Second = 0,
        Phase = "warm-up",
        Throughput = [throughput / 2, throughput / 2, 0, 0, 0],
        P50Ms = 1,
        P99Ms = 1,
        Outcomes = [throughput, 0, 0, 0, 0, 0, 0],
        DriverCores = 1,
        DriverMiB = 1,
    };

    private WarmUpWatch Watch(MeasureWindow window, WarmUp warmUp) => new(
        new EpochSettings { Count = 4, Seconds = 2, WarmUp = warmUp, WarmUpLimit = Limit }, window, _time.TimestampFrequency,
        () => Task.FromResult(_compiled));

    private void Run(IEnumerable<double> throughput)
    {
        foreach (var second in throughput)
        {
            _time.Advance(Second);
            _watch.Add(Row(second), _time.GetTimestamp());
        }
    }
}
