using Marketplace.Driver.Data;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Workload;
using MathNet.Numerics.Distributions;
using Xunit;

namespace Marketplace.Driver.Tests.Workload;

public sealed class SamplerTests
{
    [Theory]
    [InlineData(100, 0)]
    [InlineData(100, 0.2)]
    [InlineData(1_000, 0.99)]
    [InlineData(1_000, 1.0)]
    [InlineData(100, 1.2)]
    [InlineData(10, 3)]
    [InlineData(1, 1)]
    public void Samples_follow_the_exact_zipfian_distribution(int count, double exponent)
    {
        const int samples = 1_000_000;
        var sampler = AliasSampler.Zipfian(count, exponent);
        var random = new WorkloadRandom(1, 2);
        var seen = new long[count];
        for (var i = 0; i < samples; i++)
            seen[sampler.Sample(random)]++;

        var weights = Enumerable.Range(1, count).Select(rank => Math.Pow(rank, -exponent)).ToList();
        AssertFits(seen, [.. weights.Select(weight => weight / weights.Sum())], samples);
    }

    [Fact]
    public void A_weight_of_zero_is_never_sampled()
    {
        var sampler = new AliasSampler([30, 0, 2, 60, 8, 0]);
        var random = new WorkloadRandom(7, 0);
        var seen = Enumerable.Range(0, 100_000).Select(_ => sampler.Sample(random)).ToHashSet();
        Assert.Equal([0, 2, 3, 4], seen.Order());
    }

    [Fact]
    public void Products_follow_seller_and_key_distribution_together_and_exist()
    {
        const int samples = 1_000_000;
        var scenario = ScenarioLoader.Parse("""{ "name": "x", "data": { "sizeFactor": 0.0025 }, "load": { "concurrency": 1 } }""", "x", []);
        var data = scenario.Data;
        var skewed = new DistributionSettings { Distribution = "zipfian", Exponent = 1.2 };
        var workload = scenario.Workload with { Sellers = skewed, Products = skewed };
        var counts = DataSetShape.Of(data);
        var picker = new ProductPicker(workload, data, counts);
        var random = new WorkloadRandom(3, 0);
        var seen = new long[25];
        for (var i = 0; i < samples; i++)
            seen[picker.Product(random)]++;

        var sellers = Zipf(3, 1.2);
        double[] expected =
        [
            .. Zipf(10, 1.2).Select(p => p * sellers[0]),
            .. Zipf(10, 1.2).Select(p => p * sellers[1]),
            .. Zipf(5, 1.2).Select(p => p * sellers[2]),
        ];
        AssertFits(seen, expected, samples);
    }

    [Fact]
    public void Streams_of_one_seed_repeat_and_differ_from_one_another()
    {
        static ulong[] Draw(long seed, long stream)
        {
            var random = new WorkloadRandom(seed, stream);
            return [.. Enumerable.Range(0, 100).Select(_ => random.Next())];
        }

        Assert.Equal(Draw(42, 1), Draw(42, 1));
        Assert.Empty(Draw(42, 1).Intersect(Draw(42, 2)));
        Assert.Empty(Draw(42, 1).Intersect(Draw(43, 1)));
    }

    [Fact]
    public void Whole_numbers_are_uniform_and_exponential_gaps_have_mean_one()
    {
        const int samples = 1_000_000;
        var random = new WorkloadRandom(5, 5);
        var seen = new long[7];
        var sum = 0.0;
        for (var i = 0; i < samples; i++)
        {
            seen[random.Between(3, 9) - 3]++;
            sum += random.NextExponential();
        }

        AssertFits(seen, [.. Enumerable.Repeat(1.0 / 7, 7)], samples);
        Assert.InRange(sum / samples, 0.995, 1.005);
    }

    private static double[] Zipf(int count, double exponent)
    {
        var weights = Enumerable.Range(1, count).Select(rank => Math.Pow(rank, -exponent)).ToList();
        return [.. weights.Select(weight => weight / weights.Sum())];
    }

    /// <summary>A chi-square test; the seeds are fixed, so that it either always passes or never does.</summary>
    private static void AssertFits(long[] seen, double[] expected, int samples)
    {
        if (seen.Length == 1)
        {
            Assert.Equal(samples, seen[0]);
            return;
        }

        var statistic = seen.Zip(expected, (count, share) => Math.Pow(count - share * samples, 2) / (share * samples)).Sum();
        Assert.InRange(1 - ChiSquared.CDF(seen.Length - 1, statistic), 0.001, 0.999_9);
    }
}
