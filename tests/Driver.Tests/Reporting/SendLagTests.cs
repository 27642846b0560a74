using Marketplace.Driver.Commands;
using Marketplace.Driver.Reporting;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting;

public sealed class SendLagTests
{
    private static readonly RunSummary Summary = SampleRun.Create().Summary;

    [Fact]
    public void A_lag_below_a_tenth_of_every_latency_raises_no_doubt()
    {
        var fastest = Summary.Transactions.Values.Min(kind => kind.LatencyMs.P50);

        Assert.Null(DriverSummary.Doubt(Lag(fastest / 11), Summary.Transactions));
        Assert.DoesNotContain("Warning", string.Concat(ResultLines.Remarks(Summary)), StringComparison.Ordinal);
    }

    [Fact]
    public void A_lag_above_a_tenth_of_a_latency_is_told_with_the_latencies_that_it_is_a_part_of()
    {
        var fastest = Summary.Transactions.MinBy(kind => kind.Value.LatencyMs.P50);

        var doubt = DriverSummary.Doubt(Lag(fastest.Value.LatencyMs.P50 / 9), Summary.Transactions);

        Assert.Contains($"more than a tenth of the p50 of {fastest.Key} ", doubt, StringComparison.Ordinal);
        var warned = Summary with { Driver = Summary.Driver with { LagWarning = doubt } };
        Assert.Contains($"Warning: {doubt}.", ResultLines.Remarks(warned));
    }

    [Fact]
    public void The_lag_stands_beside_the_latency() =>
        Assert.Contains(
            " ms (send lag p50 0.05 ms, p99 0.2 ms)", ResultLines.Measured(Summary).Replace("0.20 ms", "0.2 ms"), StringComparison.Ordinal);

    private static LatencySummary Lag(double p50) => new(p50, p50, p50, p50, p50, p50, p50);
}
