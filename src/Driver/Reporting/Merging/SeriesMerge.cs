using System.Collections.Immutable;
using Marketplace.Audit;
using Marketplace.Audit.History;
using Marketplace.Driver.Load;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Reporting.Merging;

/// <summary>
/// The series of a merged run, second by second: transactions from the merged history, so exact; what processes used from the series of the
/// drivers, of which the target's is the same in each.
/// </summary>
/// <param name="clock">The clock of the merged history.</param>
/// <param name="start">First tick of the measurement.</param>
/// <param name="end">Tick after the last of it.</param>
/// <param name="runs">The drivers, with what to add to their ticks.</param>
internal sealed class SeriesMerge(HistoryClock clock, long start, long end, IReadOnlyList<(long Shift, RunResults Results)> runs)
{
    private const double NanosecondsPerMs = 1e6;

    private readonly SortedDictionary<int, Second> _seconds = [];

    /// <summary>Counts what was completed in each second.</summary>
    public void Read(IEnumerable<Operation> history)
    {
        foreach (var operation in history)
        {
            if (!operation.Kind.IsOfMix()) continue;
            var index = (int)((operation.Completed - clock.Ticks) / clock.Frequency);
            if (!_seconds.TryGetValue(index, out var second)) _seconds[index] = second = new Second();
            second.Outcomes[(int)operation.Outcome]++;
            if (operation.Outcome == OutcomeClass.Committed) second.Kinds[(int)operation.Kind]++;
            second.Times.Record((long)((operation.Completed - operation.Planned) * (1e9 / clock.Frequency)));
        }
    }

    /// <summary>The rows, in bounded number.</summary>
    public ImmutableArray<SeriesRow> Rows()
    {
        var rows = new BoundedSeries(SeriesSampler.RowsMax);
        var last = _seconds.Keys.LastOrDefault();
        for (var index = 0; index <= last; index++)
            rows.Add(Row(index, _seconds.GetValueOrDefault(index) ?? new Second()));
        return rows.Rows;
    }

    private SeriesRow Row(int index, Second second)
    {
        var close = clock.Ticks + (index + 1) * clock.Frequency;
        var used = runs.Select(run => At(run.Shift, run.Results, close)).ToList();
        return new SeriesRow
        {
            Second = index + 1,
            Phase = close <= start ? "warm-up" : close - clock.Frequency < end ? "measure" : "drain",
            Throughput = [.. second.Kinds.Select(count => (double)count)],
            Outcomes = [.. second.Outcomes.Select(count => (double)count)],
            P50Ms = second.Times.Quantile(0.5) / NanosecondsPerMs,
            P99Ms = second.Times.Quantile(0.99) / NanosecondsPerMs,
            MaxMs = second.Times.Max / NanosecondsPerMs,
            Latencies = LatencyBands.Of(second.Times),
            Silos = used[0]?.Silos ?? [.. runs[0].Results.Series.Take(1).SelectMany(row => row.Silos).Select(_ => new SiloLoad())],
            Servers = used[0]?.Servers ?? [],
            DriverCores = used.Sum(row => row?.DriverCores ?? 0),
            DriverMiB = used.Sum(row => row?.DriverMiB ?? 0),
            DriverGcPauseMs = used.Sum(row => row?.DriverGcPauseMs ?? 0),
        };
    }

    /// <summary>The interval of a driver that a tick lies in; null if it had not begun or had ended.</summary>
    private SeriesRow? At(long shift, RunResults run, long tick)
    {
        var second = (double)(tick - run.Manifest.Clock.Ticks - shift) / clock.Frequency;
        return run.Series.FirstOrDefault(row => second > row.Second - row.Seconds && second <= row.Second);
    }

    private sealed class Second
    {
        public long[] Kinds { get; } = new long[MarketplaceWorkload.AllOperations.Length];
        public long[] Outcomes { get; } = new long[OutcomeClasses.Count];
        public Histogram Times { get; } = new();
    }
}
