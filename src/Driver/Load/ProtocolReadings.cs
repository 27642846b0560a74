using System.Collections.Immutable;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Load;

/// <summary>Reads the targets' counters at the begin and at the end of the measurement, beside the load.</summary>
/// <param name="read">Reads each target; null for one that has no counters or does not answer.</param>
internal sealed class ProtocolReadings(Func<Task<ImmutableArray<ProtocolCounters?>>> read)
{
    private Task<ImmutableArray<ProtocolCounters?>>? _begin;
    private Task<ImmutableArray<ProtocolCounters?>>? _end;

    /// <summary>The measurement has begun; further calls do nothing.</summary>
    public void Begin() => _begin ??= read();

    /// <summary>The measurement has ended.</summary>
    public void End() => _end = read();

    /// <summary>What was counted between the two.</summary>
    /// <returns>The sum, and of how many targets; null if none of them counts anything.</returns>
    public async Task<ProtocolFigures?> Difference()
    {
        if (_begin is null || _end is null) return null;
        var (begin, end) = (await _begin, await _end);
        var all = begin.Zip(end).Where(pair => pair is { First: not null, Second: not null })
            .Select(pair => (Before: pair.First!, After: pair.Second!)).ToList();

        // A protocol without transactions counts nothing, and that is not the same as none committed.
        if (!all.Exists(pair => pair.After.Commits > 0 || !pair.After.Aborts.IsEmpty)) return null;
        var sum = all.Aggregate(ProtocolCounters.None, (sum, pair) => sum.Plus(pair.After.Since(pair.Before)));
        return new ProtocolFigures(sum, all.Count);
    }
}
