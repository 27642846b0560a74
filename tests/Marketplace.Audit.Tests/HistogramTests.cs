using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class HistogramTests
{
    [Fact]
    public void Every_value_is_known_to_half_a_percent_and_small_ones_exactly()
    {
        for (var value = 1.0; value < 1e18; value *= 1.0037)
        {
            var (histogram, exact) = (new Histogram(), (long)value);
            histogram.Record(exact);
            histogram.Record(long.MaxValue);
            var error = exact < 256 ? 0 : exact * 0.004;
            Assert.InRange(histogram.Quantile(0.5), exact - error, exact + error);
        }
    }

    [Fact]
    public void Quantiles_are_those_of_the_sorted_samples()
    {
        var random = new Random(11);
        var samples = Enumerable.Range(0, 100_000).Select(_ => (long)(-1e6 * Math.Log(1 - random.NextDouble()))).Order().ToList();
        var parts = new[] { new Histogram(), new Histogram() };
        for (var i = 0; i < samples.Count; i++)
            parts[i % 2].Record(samples[i]);
        var histogram = new Histogram();
        foreach (var part in parts)
            histogram.Add(part);

        Assert.Equal(samples.Count, histogram.Count);
        Assert.Equal(samples[^1], histogram.Max);
        Assert.Equal(samples.Average(), histogram.Mean, samples.Average() * 1e-9);
        foreach (var quantile in new[] { 0.001, 0.5, 0.9, 0.95, 0.99, 0.999, 1 })
        {
            var exact = samples[(int)Math.Ceiling(quantile * samples.Count) - 1];
            Assert.InRange(histogram.Quantile(quantile), exact * 0.996, exact * 1.004);
        }
    }

    [Fact]
    public void Without_samples_all_is_zero_and_a_negative_one_counts_as_zero()
    {
        var histogram = new Histogram();
        Assert.Equal((0, 0, 0), (histogram.Quantile(0.5), histogram.Max, histogram.Mean));

        histogram.Record(-5);

        Assert.Equal((1, 0, 0), (histogram.Count, histogram.Quantile(0.5), histogram.Max));
    }

    [Fact]
    public void The_difference_of_two_states_holds_the_samples_between_them()
    {
        var histogram = new Histogram();
        histogram.Record(1_000_000);
        var earlier = new Histogram();
        earlier.Add(histogram);
        histogram.Record(5_000_000);
        histogram.Record(5_000_000);

        var recent = histogram.Since(earlier);
        Assert.Equal(2, recent.Count);
        Assert.InRange(recent.Quantile(0.01), 4_980_000, 5_020_000);
        Assert.Equal(0, earlier.Since(earlier).Quantile(0.99));
    }

    [Fact]
    public void A_sample_allocates_nothing_once_its_octave_was_seen()
    {
        var histogram = new Histogram();
        histogram.Record(1_500_000);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 1_000; i++)
            histogram.Record(1_500_000 + i);
        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
    }
}
