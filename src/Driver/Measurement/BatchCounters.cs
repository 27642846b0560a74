using System.Collections.Immutable;

namespace Marketplace.Driver.Measurement;

/// <summary>Sizes of the batches in which a protocol stores the work of transactions, as a histogram shows them.</summary>
/// <param name="Cumulative">Batches up to each size, by that size; the last one is infinite and has them all.</param>
internal sealed record BatchCounters(long Transactions, ImmutableSortedDictionary<double, long> Cumulative)
{
    /// <summary>No batches.</summary>
    public static BatchCounters None { get; } = new(0, ImmutableSortedDictionary<double, long>.Empty);

    /// <summary>How many batches.</summary>
    public long Count => Cumulative.GetValueOrDefault(double.PositiveInfinity);

    /// <summary>Mean size; 0 if there are none.</summary>
    public double Mean => Count > 0 ? (double)Transactions / Count : 0;

    /// <summary>A bound of the sizes, the next step of the histogram; null if there are none, or one is beyond its last step.</summary>
    public double? AtMost => Count > 0 && Cumulative.First(step => step.Value == Count).Key is var step && double.IsFinite(step) ? step : null;

    /// <summary>Sets a step.</summary>
    /// <param name="count">How many batches are no larger.</param>
    public BatchCounters UpTo(double step, long count) => this with { Cumulative = Cumulative.SetItem(step, count) };

    /// <summary>What was counted since an earlier reading of the same silo.</summary>
    public BatchCounters Since(BatchCounters before) => Combine(before, static (now, then) => now - then);

    /// <summary>The counts of two silos together, which have the same steps or none.</summary>
    public BatchCounters Plus(BatchCounters other) => Combine(other, static (one, two) => one + two);

    private BatchCounters Combine(BatchCounters other, Func<long, long, long> combine) => new(
        combine(Transactions, other.Transactions),
        Cumulative.Keys.Union(other.Cumulative.Keys).ToImmutableSortedDictionary(
            step => step,
            step => combine(Cumulative.GetValueOrDefault(step), other.Cumulative.GetValueOrDefault(step))));
}
