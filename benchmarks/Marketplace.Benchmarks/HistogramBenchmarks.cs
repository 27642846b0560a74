using BenchmarkDotNet.Attributes;
using HdrHistogram;
using Marketplace.Audit;

namespace Marketplace.Benchmarks;

/// <summary>
/// The histogram of the driver against HdrHistogram: the time to record a latency, and the bytes that one worker's histogram takes after it
/// has recorded <see cref="Samples"/>. Latencies are exponential with a mean of a millisecond; HdrHistogram is told an hour as the largest.
/// </summary>
public class HistogramBenchmarks
{
    private const int Samples = 100_000;
    private const long HourNanoseconds = 3_600_000_000_000;

    private readonly Histogram _ours = new();
    private readonly LongHistogram _two = new(1, HourNanoseconds, numberOfSignificantValueDigits: 2);
    private readonly LongHistogram _three = new(1, HourNanoseconds, numberOfSignificantValueDigits: 3);
    private long[] _latencies = null!;

    [GlobalSetup]
    public void SetUp()
    {
        var random = new Random(1);
        _latencies = [.. Enumerable.Range(0, Samples).Select(_ => (long)(-1e6 * Math.Log(1 - random.NextDouble())))];
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Samples, Description = "record, ours: to 0.4 %")]
    public long Ours() => Fill(_ours);

    [Benchmark(OperationsPerInvoke = Samples, Description = "record, HdrHistogram: to 1 %")]
    public long Two() => Fill(_two);

    [Benchmark(OperationsPerInvoke = Samples, Description = "record, HdrHistogram: to 0.1 %")]
    public long Three() => Fill(_three);

    [Benchmark(Description = "new and filled, ours: to 0.4 %")]
    public long NewOurs() => Fill(new Histogram());

    [Benchmark(Description = "new and filled, HdrHistogram: to 1 %")]
    public long NewTwo() => Fill(new LongHistogram(1, HourNanoseconds, numberOfSignificantValueDigits: 2));

    [Benchmark(Description = "new and filled, HdrHistogram: to 0.1 %")]
    public long NewThree() => Fill(new LongHistogram(1, HourNanoseconds, numberOfSignificantValueDigits: 3));

    private long Fill(Histogram histogram)
    {
        foreach (var latency in _latencies)
            histogram.Record(latency);
        return histogram.Count;
    }

    private long Fill(LongHistogram histogram)
    {
        foreach (var latency in _latencies)
            histogram.RecordValue(latency);
        return histogram.TotalCount;
    }
}
