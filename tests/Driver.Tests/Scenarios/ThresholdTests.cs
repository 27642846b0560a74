using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Scenarios;
using Xunit;

namespace Marketplace.Driver.Tests.Scenarios;

public sealed class ThresholdTests
{
    [Fact]
    public void Every_figure_can_have_one() => Assert.Equal(Metrics.All.Select(metric => metric.Name), Threshold.Figures);

    [Theory]
    [InlineData("throughput < 5", 4.9, 5)]
    [InlineData("throughput<=5", 5, 5.1)]
    [InlineData(" throughput > -5e-1", 0, -0.5)]
    [InlineData("throughput >= 5", 5, 4.9)]
    public void It_holds_on_its_side_of_the_limit(string text, double holding, double broken)
    {
        var threshold = Threshold.Parse(text)!;
        Assert.True(threshold.Holds(holding));
        Assert.False(threshold.Holds(broken));
        Assert.Equal(threshold, Threshold.Parse(threshold.ToString()));
    }

    [Theory]
    [InlineData("throughput")]
    [InlineData("throughput = 5")]
    [InlineData("throughput < five")]
    [InlineData("throughput < NaN")]
    [InlineData("throughput <> 5")]
    [InlineData("speed < 5")]
    [InlineData("< 5")]
    public void What_is_none_is_not_read(string text) => Assert.Null(Threshold.Parse(text));

    [Fact]
    public void A_scenario_keeps_its_bounds_and_the_command_line_overrides_them()
    {
        var scenario = ScenarioLoader.Parse(
            """{ "name": "x", "thresholds": { "throughput": ">= 5000", "abortedShare": "< 0.01" } }""", "x", ["thresholds.throughput=> 1"]);

        Assert.Equal(
            [("abortedShare", "< 0.01"), ("throughput", "> 1")],
            scenario.Thresholds!.Select(bound => (bound.Key, bound.Value)).Order());
        Assert.Null(ScenarioLoader.Parse("""{ "name": "x" }""", "x", []).Thresholds);
    }
}
