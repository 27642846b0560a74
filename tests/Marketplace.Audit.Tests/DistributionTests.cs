using Marketplace.Audit.Replication;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class DistributionTests
{
    [Theory]
    [InlineData(1_000_000_000_000)]
    [InlineData(250)]
    public void Quantiles_are_those_of_the_sorted_values_to_half_a_percent_and_small_values_exact(long max)
    {
        var random = new Random(17);
        var values = Enumerable.Range(0, 10_000).Select(_ => (long)(max * random.NextDouble() * random.NextDouble())).Order().ToList();
        var distribution = new Distribution();
        foreach (var value in values)
            distribution.Add(value);

        Assert.Equal((values.Count, values[^1]), (distribution.Count, distribution.Max));
        foreach (var share in new[] { 0.001, 0.5, 0.9, 0.99, 1 })
        {
            var exact = values[(int)Math.Ceiling(share * values.Count) - 1];
            Assert.InRange(distribution.Quantile(share), exact - (0.004 * exact), exact + (0.004 * exact));
        }
    }

    [Fact]
    public void Without_values_all_is_zero_and_a_negative_one_counts_as_zero()
    {
        var distribution = new Distribution();
        Assert.Equal((0, 0), (distribution.Quantile(0.5), distribution.Max));

        distribution.Add(-5);

        Assert.Equal((1, 0, 0), (distribution.Count, distribution.Quantile(0.5), distribution.Max));
    }
}
