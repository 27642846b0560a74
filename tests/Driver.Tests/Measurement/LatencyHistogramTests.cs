using System.Globalization;
using Marketplace.Driver.Data;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Reporting;
using Xunit;

namespace Marketplace.Driver.Tests.Measurement;

public sealed class LatencyHistogramTests
{
    [Fact]
    public void Every_value_is_known_to_one_percent()
    {
        for (var value = 1.0; value < 1e18; value *= 1.0037)
        {
            var histogram = new LatencyHistogram();
            histogram.Record((long)value);
            histogram.Record(long.MaxValue);
            Assert.InRange((double)histogram.Quantile(0.5), Math.Floor(value) * 0.99, Math.Floor(value) * 1.01);
        }
    }

    [Fact]
    public void Quantiles_are_those_of_the_sorted_samples()
    {
        var random = new WorkloadRandom(11, 0);
        var samples = Enumerable.Range(0, 100_000).Select(_ => (long)(1e6 * random.NextExponential())).Order().ToList();
        var parts = new[] { new LatencyHistogram(), new LatencyHistogram() };
        for (var i = 0; i < samples.Count; i++)
            parts[i % 2].Record(samples[i]);
        var histogram = new LatencyHistogram();
        foreach (var part in parts)
            histogram.Add(part);

        Assert.Equal(samples.Count, histogram.Count);
        Assert.Equal(samples[^1], histogram.Max);
        Assert.Equal(samples.Average(), histogram.Mean, samples.Average() * 1e-9);
        foreach (var quantile in new[] { 0.5, 0.9, 0.95, 0.99, 0.999 })
        {
            var exact = samples[(int)Math.Ceiling(quantile * samples.Count) - 1];
            Assert.InRange(histogram.Quantile(quantile), exact * 0.99, exact * 1.01);
        }
    }

    [Fact]
    public void The_difference_of_two_states_holds_the_samples_between_them()
    {
        var histogram = new LatencyHistogram();
        histogram.Record(1_000_000);
        var earlier = new LatencyHistogram();
        earlier.Add(histogram);
        histogram.Record(5_000_000);
        histogram.Record(5_000_000);

        var recent = histogram.Since(earlier);
        Assert.Equal(2, recent.Count);
        Assert.InRange(recent.Quantile(0.01), 4_950_000, 5_050_000);
        Assert.Equal(0, earlier.Since(earlier).Quantile(0.99));
    }

    [Fact]
    public void A_sample_allocates_nothing_once_its_octave_was_seen()
    {
        var histogram = new LatencyHistogram();
        histogram.Record(1_500_000);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 1_000; i++)
            histogram.Record(1_500_000 + i);
        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
    }

    [Fact]
    public void The_file_ends_at_the_maximum_and_rises_monotonically()
    {
        var histogram = new LatencyHistogram();
        for (var i = 1; i <= 1_000; i++)
            histogram.Record(i * 1_000_000L);
        var lines = HistogramFile.Write(histogram).ToList();
        var rows = lines.Skip(2).Where(line => line[0] != '#')
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)).ToList();
        var values = rows.Select(row => double.Parse(row[0], CultureInfo.InvariantCulture)).ToList();
        Assert.Equal(values.Order(), values);
        Assert.Equal(1_000, values[^1]);
        Assert.Equal("1000", rows[^1][2]);
        Assert.Contains("Total count    =         1000]", lines[^1], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(10)]
    [InlineData(11)]
    [InlineData(100)]
    public void Confidence_uses_students_distribution(int degrees)
    {
        var exact = MathNet.Numerics.Distributions.StudentT.InvCDF(0, 1, degrees, 0.975);
        Assert.InRange(StudentT.Quantile975(degrees), exact * 0.999, exact * 1.001);
    }
}
