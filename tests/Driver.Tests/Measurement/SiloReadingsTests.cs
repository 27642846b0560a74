using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Driver.Measurement;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Marketplace.Driver.Tests.Measurement;

public sealed class SiloReadingsTests
{
    private readonly FakeTimeProvider _time = new();
    private Func<Task<ImmutableArray<SiloReading?>>> _answer = () => Task.FromResult<ImmutableArray<SiloReading?>>([]);

    [Fact]
    public void The_text_of_Prometheus_is_read_and_what_is_no_number_is_passed_over()
    {
        const string other = "other_total{a=\"b} c\"} 1\nbroken\nhalf{\n";
        var reading = SiloReading.Parse(Metrics(started: 1_700_000_000.25, cpu: 12.5, pauses: 0.125) + other);
        Assert.Equal(1_700_000_000.25, reading.Started);
        Assert.Equal(12.75, reading.CpuSeconds);
        Assert.Equal(0.125, reading.GcPauseSeconds);
        Assert.Equal(314_572_800, reading.ResidentBytes);
        Assert.Equal((9, 4), (reading.Threads, reading.Queued));
        Assert.Null(reading.AllocatedBytes);
        Assert.Equal(new SiloReading(), SiloReading.Parse("<html><body>404</body></html>\ndotnet_gc_pause_time_seconds_total many\n"));
    }

    [Fact]
    public void An_interval_has_what_was_counted_since_the_reading_before()
    {
        var readings = new SiloReadings(() => _answer(), _time);
        Answer(Metrics(1, 10, 0.5));
        readings.TryBegin();
        Assert.Equal([new SiloLoad(null, 300, null, null, 9, 4)], readings.Take());
        Assert.Empty(readings.Take());

        _time.Advance(TimeSpan.FromSeconds(2));
        Answer(Metrics(1, 13, 0.6));
        readings.TryBegin();
        var load = Assert.Single(readings.Take());
        Assert.Equal(1.5, load.Cores);
        Assert.Equal(50, load.GcPauseMs!.Value, 9);
    }

    [Fact]
    public void A_silo_that_is_another_than_before_is_not_compared_with_it()
    {
        var readings = new SiloReadings(() => _answer(), _time);
        Answer(Metrics(1, 10, 0.5));
        Next(readings);
        Answer(Metrics(2, 90, 0.9));
        Assert.Equal([new SiloLoad(null, 300, null, null, 9, 4)], Next(readings));
        Answer(Metrics(2, 91, 0.9));
        Assert.Equal(1, Next(readings)[0].Cores);
    }

    [Fact]
    public void An_answer_that_is_late_or_lost_is_made_up_by_the_next_one()
    {
        var readings = new SiloReadings(() => _answer(), _time);
        Answer(Metrics(1, 10, 0.5));
        Next(readings);
        var late = new TaskCompletionSource<ImmutableArray<SiloReading?>>();
        _answer = () => late.Task;
        Assert.Empty(Next(readings));
        Assert.False(readings.TryBegin());
        Assert.Empty(Next(readings));
        late.SetResult([null]);
        Assert.Equal([new SiloLoad()], readings.Take());
        Answer(Metrics(1, 16, 0.5));
        Assert.Equal(2, Next(readings)[0].Cores);
    }

    private ImmutableArray<SiloLoad> Next(SiloReadings readings)
    {
        _time.Advance(TimeSpan.FromSeconds(1));
        readings.TryBegin();
        return readings.Take();
    }

    private void Answer(string metrics) => _answer = () => Task.FromResult<ImmutableArray<SiloReading?>>([SiloReading.Parse(metrics)]);

    private static string Metrics(double started, double cpu, double pauses) => string.Create(
        CultureInfo.InvariantCulture,
        $$"""
        # HELP dotnet_process_cpu_time_seconds_total CPU time used by the process.
        # TYPE dotnet_process_cpu_time_seconds_total counter
        dotnet_process_cpu_time_seconds_total{cpu_mode="user"} {{cpu}}
        dotnet_process_cpu_time_seconds_total{cpu_mode="system"} 0.25
        dotnet_process_memory_working_set_bytes 314572800
        dotnet_gc_pause_time_seconds_total {{pauses}} 1700000000000
        dotnet_thread_pool_thread_count_total 9
        dotnet_thread_pool_queue_length 4
        marketplace_gateway_start_time_seconds {{started}}

        """);
}
