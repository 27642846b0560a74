using Marketplace.Driver.Measurement;
using Xunit;

namespace Marketplace.Driver.Tests.Measurement;

public sealed class SteadyRuleTests
{
    [Fact]
    public void Nothing_is_steady_before_there_are_six_seconds()
    {
        var rule = new SteadyRule();
        Assert.All(Enumerable.Repeat(1_000.0, 5), throughput => Assert.False(rule.Add(throughput, null)));
        Assert.Null(rule.Difference);
        Assert.True(rule.Add(1_000, null));
        Assert.Equal(0, rule.Difference);
    }

    [Theory]
    [InlineData(true, 1_000.0, 1_040.0, 980.0, 1_010.0, 990.0, 1_030.0)] // Noise.
    [InlineData(true, 1_000.0, 700.0, 1_300.0, 1_250.0, 800.0, 1_000.0)] // Much noise, and no difference between the halves.
    [InlineData(true, 1_000.0, 1_001.0, 1_002.0, 1_003.0, 1_004.0, 1_005.0)] // Rises, and changes nothing.
    [InlineData(false, 1_000.0, 1_010.0, 1_020.0, 1_030.0, 1_040.0, 1_050.0)] // Rises by 3 % from half to half, second after second.
    [InlineData(false, 1_050.0, 1_040.0, 1_030.0, 1_020.0, 1_010.0, 1_000.0)] // Falls likewise.
    [InlineData(true, 1_020.0, 1_010.0, 1_000.0, 1_040.0, 1_050.0, 1_030.0)] // The same difference, but two of the pairs too many fall: no trend.
    [InlineData(false, 1_000.0, 1_000.0, 1_000.0, 1_060.0, 1_070.0, 1_060.0)] // A step of 6 %.
    [InlineData(false, 2_300.0, 4_000.0, 7_000.0, 10_000.0, 13_000.0, 15_000.0)] // Compilation.
    [InlineData(false, 1_000.0, 500.0, 1_500.0, 1_200.0, 700.0, 1_900.0)] // Noise that leaves a difference.
    [InlineData(false, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)]
    [InlineData(false, 0.0, 0.0, 0.0, 0.0, 0.0, 10.0)]
    public void The_last_six_seconds_must_have_halves_alike_and_no_trend(bool expected, params double[] seconds)
    {
        var rule = new SteadyRule();
        foreach (var throughput in seconds)
            rule.Add(throughput, null);
        Assert.Equal(expected, rule.IsSteady);
    }

    [Fact]
    public void What_lies_further_back_does_not_count()
    {
        var rule = new SteadyRule();
        double[] seconds = [10, 20, 30, 1_000, 1_001, 999, 1_002, 998];
        Assert.All(seconds, throughput => Assert.False(rule.Add(throughput, null)));
        Assert.True(rule.Add(1_000, null));
    }

    [Fact]
    public void Throughput_of_nothing_has_no_difference()
    {
        var rule = new SteadyRule();
        for (var second = 0; second < 100; second++)
            Assert.False(rule.Add(0, null));
        Assert.Null(rule.Difference);
    }

    [Fact]
    public void A_system_that_is_still_compiled_is_not_steady()
    {
        var rule = new SteadyRule();
        for (var second = 0; second < 20; second++)
            Assert.False(rule.Add(1_000, SteadyRule.CompiledMax));
        Assert.Equal(SteadyRule.Seconds * SteadyRule.CompiledMax, rule.Compiled);
        for (var second = 1; second < SteadyRule.Seconds; second++)
            Assert.False(rule.Add(1_000, 1));
        Assert.True(rule.Add(1_000, 1));
        Assert.Equal(SteadyRule.Seconds, rule.Compiled);
    }

    [Fact]
    public void A_second_of_which_it_is_not_known_counts_with_the_next_one()
    {
        var rule = new SteadyRule();
        for (var second = 1; second < SteadyRule.Seconds; second++)
            rule.Add(1_000, null);
        Assert.Null(rule.Compiled);
        Assert.False(rule.Add(1_000, SteadyRule.CompiledMax + 1));
        Assert.False(rule.Add(1_000, null));
        Assert.Equal(SteadyRule.CompiledMax + 1, rule.Compiled);
    }
}
