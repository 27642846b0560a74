using System.Collections.Immutable;
using Marketplace.Driver.Load;
using Marketplace.Driver.Measurement;
using Xunit;

namespace Marketplace.Driver.Tests.Measurement;

public sealed class ProtocolCountersTests
{
    private const string Metrics = """
        # HELP marketplace_gateway_requests_total Requests.
        marketplace_gateway_requests_total{operation="Checkout"} 99
        # TYPE marketplace_protocol_aborts_total counter
        marketplace_protocol_aborts_total{cause="conflict"} 7
        marketplace_protocol_aborts_total{cause="timeout"} 2
        # TYPE marketplace_protocol_batch histogram
        marketplace_protocol_batch_bucket{le="1"} 6
        marketplace_protocol_batch_bucket{le="2"} 9
        marketplace_protocol_batch_bucket{le="4"} 10
        marketplace_protocol_batch_bucket{le="+Inf"} 10
        marketplace_protocol_batch_sum{} 15
        marketplace_protocol_batch_count{} 10
        # TYPE marketplace_protocol_commits_total counter
        marketplace_protocol_commits_total 1E+06
        marketplace_protocol_compensations_total 12
        marketplace_protocol_recovery_duration_seconds_bucket{le="0.1"} 5
        marketplace_protocol_recovery_duration_seconds_sum{} 0.75
        marketplace_protocol_recovery_duration_seconds_count{} 5
        marketplace_protocol_recoveries_total 1 1767261600000
        marketplace_protocol_waits_total 31

        """;

    private static ProtocolCounters Read => ProtocolCounters.Parse(Metrics);

    [Fact]
    public void They_are_read_from_the_metrics_of_a_silo()
    {
        Assert.Equal((1_000_000, 31, 1), (Read.Commits, Read.Waits, Read.Recoveries));
        Assert.Equal((12, 0.75), (Read.Compensations, Read.RecoverySeconds));
        Assert.Equal([new("conflict", 7), new("timeout", 2)], Read.Aborts);
        Assert.Equal(ProtocolCounters.None, ProtocolCounters.Parse("# nothing\nprocess_cpu_seconds_total 12\n"));
        Assert.Throws<FormatException>(() => ProtocolCounters.Parse("marketplace_protocol_waits_total many"));
    }

    [Fact]
    public void Sizes_of_batches_have_a_number_a_mean_and_a_bound()
    {
        var (one, two) = (Read.Batches, Read.Plus(Read).Batches);
        Assert.Equal((10, 1.5, 4), (one.Count, one.Mean, one.AtMost));
        Assert.Equal((20, 1.5, 4), (two.Count, two.Mean, two.AtMost));
        var sizes = new MetricBuckets(one.Sizes.Cumulative.SetItem(1, 4).SetItem(2, 5).SetItem(4, 6).SetItem(double.PositiveInfinity, 6));
        var before = Read with { Batches = new BatchCounters(10, sizes) };
        var since = Read.Since(before).Batches;
        Assert.Equal((4, 1.25, 2), (since.Count, since.Mean, since.AtMost));
        Assert.Equal((0, 0, null), (BatchCounters.None.Count, BatchCounters.None.Mean, BatchCounters.None.AtMost));
    }

    [Fact]
    public void What_was_counted_since_is_the_difference_and_all_of_it_after_a_restart()
    {
        var before = Read with { Commits = 10, Waits = 1, Compensations = 10, RecoverySeconds = 0.25 };
        var since = Read.Since(before);
        Assert.Equal((999_990, 30, 0), (since.Commits, since.Waits, since.Recoveries));
        Assert.Equal((2, 0.5), (since.Compensations, since.RecoverySeconds));
        Assert.Equal([new("conflict", 0), new("timeout", 0)], since.Aborts);

        var restarted = Read with { Aborts = Read.Aborts.SetItem("conflict", 3) };
        Assert.Equal(restarted, restarted.Since(Read));
        Assert.Equal(12, Read.Since(Read with { Compensations = 13 }).Compensations);
    }

    [Fact]
    public async Task Silos_are_summed_up_and_those_that_were_not_read_twice_are_left_out()
    {
        var reads = new Queue<ProtocolCounters?[]>([[ProtocolCounters.None, null, Read, Read], [Read, Read, null, Read with { Waits = 40 }]]);
        var readings = new ProtocolReadings(() => Task.FromResult(reads.Dequeue().ToImmutableArray()));
        readings.Begin();
        readings.Begin();
        readings.End();

        var figures = await readings.Difference();

        Assert.Equal((2, 1_000_000, 31 + 9, 1), (figures!.Targets, figures.Counters.Commits, figures.Counters.Waits, figures.Counters.Recoveries));
        Assert.Equal((12, 0.75), (figures.Counters.Compensations, figures.Counters.RecoverySeconds));
        Assert.Equal([new("conflict", 7), new("timeout", 2)], figures.Counters.Aborts);
    }

    [Fact]
    public async Task Where_nothing_is_counted_there_are_no_figures()
    {
        var quiet = new ProtocolReadings(() => Task.FromResult<ImmutableArray<ProtocolCounters?>>([ProtocolCounters.None, null]));
        quiet.Begin();
        quiet.End();
        Assert.Null(await quiet.Difference());
        Assert.Null(await new ProtocolReadings(() => throw new InvalidOperationException("Nobody asked.")).Difference());
    }
}
