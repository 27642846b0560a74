using System.Collections.Immutable;
using Marketplace.Audit;

namespace Marketplace.Driver.Measurement;

/// <summary>What the workers of a driver measured together: measurements.json. Nothing is rounded, so those of several drivers add up.</summary>
internal sealed record RecorderState(
    long[] All,
    long[] Measured,
    long[] Completed,
    HistogramState Whole,
    ImmutableArray<HistogramState> Latency,
    ImmutableArray<HistogramState> Service,
    HistogramState AddItem,
    HistogramState Acknowledgement,
    HistogramState SendLag,
    long Requests,
    long AllRequests,
    long Abandoned,
    long AbandonedMeasured,
    long PartialCheckouts,
    long Packages,
    long EmptyDeliveries)
{
    /// <summary>The sum of what several workers measured within the same window.</summary>
    public static RecorderState Of(IReadOnlyList<WorkerRecorder> recorders)
    {
        var sum = recorders[0].Empty();
        foreach (var recorder in recorders)
            sum.Add(recorder.State);
        return sum.State;
    }
}

/// <summary>A histogram: a value of each of its buckets that are not empty, and their counts.</summary>
internal sealed record HistogramState(double Sum, long Max, ImmutableArray<long> Values, ImmutableArray<long> Counts)
{
    public static HistogramState Of(Histogram histogram) => new(
        histogram.Sum,
        histogram.Max,
        [.. histogram.Buckets().Select(bucket => bucket.Value)],
        [.. histogram.Buckets().Select(bucket => bucket.Count)]);

    /// <summary>A histogram that is equal to the one that was written.</summary>
    public Histogram Restore() => Histogram.Of(Sum, Max, Values.Zip(Counts));
}
