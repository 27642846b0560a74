using Marketplace.Driver.Commands;
using Marketplace.Driver.Scenarios;
using Xunit;

namespace Marketplace.Driver.Tests.Commands;

public sealed class SweepEstimateTests
{
    private readonly SweepEstimate _estimate = new();

    [Fact]
    public void Before_the_first_run_it_is_what_the_epochs_take_and_not_a_minute_at_least()
    {
        Assert.Equal(" (at least 9 s to go)", _estimate.Left([Of("2"), Of("2"), Of("0.8")], cold: 3));
        Assert.Equal(" (at least 2 min to go)", _estimate.Left([.. Enumerable.Repeat(Of("10"), 7)], cold: 0));
        Assert.Equal("", _estimate.Left([Of("10", operations: "300")], cold: 0));
    }

    [Fact]
    public void To_warm_a_silo_counts_once_and_not_with_each_run_to_come()
    {
        _estimate.Warmed(TimeSpan.FromSeconds(40));
        _estimate.Made(TimeSpan.FromSeconds(10));
        Assert.Equal(TimeSpan.FromSeconds(10), _estimate.Mean);
        Assert.Equal(" (about 30 s to go)", _estimate.Left([Of("2"), Of("2"), Of("2")], cold: 0));
        Assert.Equal(" (about 70 s to go)", _estimate.Left([Of("2"), Of("2"), Of("2")], cold: 1));
        _estimate.Made(TimeSpan.FromSeconds(20));
        Assert.Equal(" (about 3 min to go)", _estimate.Left([.. Enumerable.Repeat(Of("2"), 12)], cold: 0));
    }

    private static Scenario Of(string seconds, string? operations = null) => ScenarioLoader.Parse(
        """{ "name": "a", "target": { "launch": {} } }""",
        "file.json",
        [
            $"epochs.seconds={seconds}", "epochs.count=2", "epochs.warmUp=1",
            .. operations is null ? Array.Empty<string>() : [$"load.operations={operations}"],
        ]);
}
