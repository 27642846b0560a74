using Marketplace.Driver.Reporting.Comparison;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting.Comparison;

public sealed class RatioTests
{
    [Fact]
    public void Of_independent_runs_it_has_the_interval_and_the_p_value_of_welch()
    {
        // Computed by numerical integration of Student's t with 3.2347 degrees of freedom.
        var ratio = Ratio([0, 1, 2], [0, 0.5, 1, 1.5]);

        Assert.Equal(1.28403, ratio.Mean, 5);
        Assert.Equal(0.17013, ratio.Low!.Value, 4);
        Assert.Equal(9.6907, ratio.High!.Value, 3);
        Assert.Equal(0.72891, ratio.PValue!.Value, 4);
        Assert.Equal((3, false), (ratio.Count, ratio.Differs));
    }

    [Fact]
    public void Its_interval_is_never_negative_and_that_of_the_reciprocal_is_the_reciprocal()
    {
        double[] wild = [-3, 0, 4];
        double[] calm = [0, 0.1, 0.2, 0.3];
        var (there, back) = (Ratio(wild, calm), Ratio(calm, wild));

        Assert.True(there.Low > 0);
        Assert.Equal(1 / there.Mean, back.Mean, 9);
        Assert.Equal(1 / there.High!.Value, back.Low!.Value, 9);
        Assert.Equal(there.PValue!.Value, back.PValue!.Value, 9);
    }

    [Theory]
    [InlineData(3, 3)]
    [InlineData(5, 4)]
    public void Equal_systems_differ_in_one_comparison_of_twenty(int own, int others)
    {
        var random = new Random(5);
        var differ = Enumerable.Range(0, 4_000).Count(_ => Ratio(Normal(own, 0.05), Normal(others, 0.05)).Differs == true);
        Assert.InRange(differ / 4_000.0, 0.025, 0.065);

        double[] Normal(int count, double deviation) => [.. Enumerable.Range(0, count).Select(_ =>
            deviation * Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble()))];
    }

    [Fact]
    public void Runs_that_all_agree_have_no_spread_and_differ_unless_they_are_the_same()
    {
        var half = LogMean.Of([0.5, 0.5, 0.5])!.Value.ToRatio();
        Assert.Equal((true, 0.0), (half.Differs, half.PValue));
        Assert.Equal(0.5, half.Low!.Value, 12);
        Assert.Equal((false, 1.0), (Ratio([1, 1, 1], [1, 1, 1]).Differs, Ratio([1, 1, 1], [1, 1, 1]).PValue));
    }

    [Fact]
    public void Two_runs_tell_no_interval_and_zeros_no_logarithm()
    {
        var two = Ratio([0, 1], [0, 0.5, 1]);
        Assert.Equal((null, null, null), (two.Low, two.PValue, two.Differs));
        Assert.Null(LogMean.Of([1, 0, 1]));
        Assert.Null(LogMean.Of([]));
    }

    [Fact]
    public void A_run_that_knows_its_interval_counts_with_the_freedom_of_its_epochs()
    {
        // Half of the interval of three epochs is 4.30265 standard errors.
        var one = LogMean.OfRun(100, interval: 4.30265, samples: 3);

        Assert.Equal((Math.Log(100), 2.0, 1), (one.Value, one.Freedom, one.Count));
        Assert.Equal(0.01 * 0.01, one.Variance!.Value, 9);
    }

    // Of values that are given by their logarithms.
    private static Ratio Ratio(double[] own, double[] others) => Of(own).Minus(Of(others)).ToRatio();

    private static LogMean Of(double[] logs) => LogMean.Of([.. logs.Select(Math.Exp)])!.Value;
}
