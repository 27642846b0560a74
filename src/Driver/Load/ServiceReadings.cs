using System.Collections.Immutable;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Load;

/// <summary>Reads the instances of the record service at the begin and the end of the measurement, and after the drain.</summary>
/// <param name="read">Reads each instance; null for one that does not answer.</param>
internal sealed class ServiceReadings(Func<Task<ImmutableArray<ServiceReading?>>> read, TimeProvider time)
{
    private Task<(ImmutableArray<ServiceReading?> Instances, long At)>? _begin;
    private Task<(ImmutableArray<ServiceReading?> Instances, long At)>? _end;

    /// <summary>The measurement has begun; further calls do nothing.</summary>
    public void Begin() => _begin ??= Read();

    /// <summary>The measurement has ended.</summary>
    public void End() => _end = Read();

    /// <summary>What was counted; the waits for connections also in the drain.</summary>
    /// <returns>Null if an instance did not answer, or the target is another one.</returns>
    public async Task<ServiceFigures?> Figures()
    {
        if (_begin is null || _end is null) return null;
        var (begin, end, last) = (await _begin, await _end, await Read());
        if (begin.Instances.IsEmpty || begin.Instances.Concat(end.Instances).Concat(last.Instances).Any(reading => reading is null)) return null;
        var pairs = begin.Instances.Zip(last.Instances, (before, after) => (Before: before!, After: after!)).ToList();
        var seconds = time.GetElapsedTime(begin.At, end.At).TotalSeconds;
        var busy = end.Instances.Sum(reading => reading!.BusySeconds) - begin.Instances.Sum(reading => reading!.BusySeconds);
        return new ServiceFigures(
            ServiceReading.WaitMs(pairs, 0.5),
            ServiceReading.WaitMs(pairs, 0.99),
            seconds > 0 ? busy / seconds : 0,
            last.Instances.Sum(reading => reading!.ThreadsPeak))
        {
            Database = last.Instances[0]!.Database,
        };
    }

    private async Task<(ImmutableArray<ServiceReading?> Instances, long At)> Read()
    {
        var instances = await read();
        return (instances, time.GetTimestamp());
    }
}

/// <summary>What the instances of the record service counted together.</summary>
/// <param name="PoolWaitP50Ms">Median wait for a connection, in ms, to 20 %; null without any.</param>
/// <param name="PoolWaitP99Ms">99th percentile of the waits for a connection, in ms, to 20 %; null without any.</param>
/// <param name="ConnectionsBusyMean">Connections in use, the mean over the measurement.</param>
/// <param name="ThreadsPeak">The most threads of each instance, added up.</param>
internal sealed record ServiceFigures(double? PoolWaitP50Ms, double? PoolWaitP99Ms, double ConnectionsBusyMean, int ThreadsPeak)
{
    /// <summary>The database with its version, and how durable it is: "PostgreSQL 15.20, fsync on, synchronous_commit on".</summary>
    public string? Database { get; init; }
}
