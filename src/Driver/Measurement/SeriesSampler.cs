using System.Collections.Immutable;
using Marketplace.Audit;
using Marketplace.Audit.History;

namespace Marketplace.Driver.Measurement;

/// <summary>
/// Looks at the workers' counts once a second and keeps the differences: the series of a run. Workers are not held up; a count may fall
/// into the second after its own.
/// </summary>
internal sealed class SeriesSampler
{
    private const double BytesPerMiB = 1 << 20;
    private const double NanosecondsPerMs = 1e6;

    /// <summary>The most rows of a series: an hour of seconds; some 2 KB each.</summary>
    public const int RowsMax = 3_600;

    private readonly IReadOnlyList<WorkerRecorder> _recorders;
    private readonly MeasureWindow _window;
    private readonly TimeProvider _time;
    private readonly Func<ImmutableArray<ProcessUsage?>> _siloUsage;
    private readonly Func<ImmutableArray<ServerUsage>> _serverUsage;
    private readonly SiloReadings _readings;
    private readonly BoundedSeries _rows = new(RowsMax);
    private readonly List<(SeriesRow Row, bool IsRead)> _waiting = [];
    private readonly int _kinds;
    private readonly long[] _counts;
    private Histogram _latency = new();
    private ProcessUsage _driver = ProcessUsage.OfDriver();
    private TimeSpan _pauses = GC.GetTotalPauseDuration();
    private ImmutableArray<ProcessUsage?> _silos;
    private ImmutableArray<ServerUsage> _servers;
    private long _last;

    /// <summary>Starts from now.</summary>
    /// <param name="window">When the measurement is.</param>
    /// <param name="siloUsage">Reads what each launched silo has used, always in the same order; null where unknown.</param>
    /// <param name="serverUsage">Reads what the servers have used that the driver started.</param>
    /// <param name="readSilos">Reads the metrics of each silo; null for one that has none or does not answer.</param>
    public SeriesSampler(
        IReadOnlyList<WorkerRecorder> recorders,
        MeasureWindow window,
        TimeProvider time,
        Func<ImmutableArray<ProcessUsage?>> siloUsage,
        Func<ImmutableArray<ServerUsage>> serverUsage,
        Func<Task<ImmutableArray<SiloReading?>>> readSilos)
    {
        _recorders = recorders;
        _kinds = recorders.Count == 0 ? 0 : recorders[0].Kinds;
        _counts = new long[_kinds * OutcomeClasses.Count];
        _window = window;
        _time = time;
        _siloUsage = siloUsage;
        _silos = siloUsage();
        _serverUsage = serverUsage;
        _servers = serverUsage();
        _readings = new SiloReadings(readSilos, time);
        _readings.TryBegin();
        _last = window.Origin;
    }

    /// <summary>The rows, after the last one; waits for what its silos are still to answer.</summary>
    public async Task<ImmutableArray<SeriesRow>> End()
    {
        await _readings.Wait();
        Keep();
        var rows = _rows.Rows;
        var silos = rows.Select(row => row.Silos.Length).DefaultIfEmpty().Max();
        return [.. rows.Select(row => row with { Silos = [.. row.Silos, .. Enumerable.Repeat(new SiloLoad(), silos - row.Silos.Length)] })];
    }

    /// <summary>Takes a row: what happened since the last one.</summary>
    /// <param name="isDraining">True once no further transaction begins.</param>
    public SeriesRow Sample(bool isDraining)
    {
        Keep();
        var isRead = _readings.TryBegin();
        var now = _time.GetTimestamp();
        var seconds = Math.Max(1e-3, (double)(now - _last) / _time.TimestampFrequency);
        var differences = CountDifferences();
        var latency = new Histogram();
        foreach (var recorder in _recorders)
            latency.Add(recorder.Whole);
        var recent = latency.Since(_latency);
        var (driver, pauses, silos, servers) = (ProcessUsage.OfDriver(), GC.GetTotalPauseDuration(), _siloUsage(), _serverUsage());
        var row = new SeriesRow
        {
            Second = (double)(now - _window.Origin) / _time.TimestampFrequency,
            Seconds = seconds,
            Phase = isDraining ? "drain" : _last < _window.Start ? "warm-up" : "measure",
            Throughput = [.. Enumerable.Range(0, _kinds).Select(kind => differences[kind * OutcomeClasses.Count] / seconds)],
            Outcomes = [.. OutcomeClasses.All.Select(outcome => OfOutcome(differences, (int)outcome) / seconds)],
            P50Ms = recent.Quantile(0.5) / NanosecondsPerMs,
            P99Ms = recent.Quantile(0.99) / NanosecondsPerMs,
            MaxMs = recent.Max / NanosecondsPerMs,
            Latencies = LatencyBands.Of(recent),
            Silos = silos.Any(silo => silo is not null)
                ? [.. silos.Zip(_silos, (after, before) => new SiloLoad(Cores(before, after, seconds), after?.ResidentBytes / BytesPerMiB))]
                : [],
            DriverCores = (driver.Cpu - _driver.Cpu).TotalSeconds / seconds,
            DriverMiB = driver.ResidentBytes / BytesPerMiB,
            DriverGcPauseMs = (pauses - _pauses).TotalMilliseconds / seconds,
            Servers =
            [
                .. servers.Zip(_servers, (after, before) =>
                    new ServerLoad(after.Name, Cores(before.Usage, after.Usage, seconds), after.Usage?.ResidentBytes / BytesPerMiB)),
            ],
        };
        (_last, _latency, _driver, _pauses, _silos, _servers) = (now, latency, driver, pauses, silos, servers);
        _waiting.Add((row, isRead));
        return row;
    }

    // A row waits for what its silos answer; those after it, which ask nothing meanwhile, wait with it.
    private void Keep()
    {
        if (!_readings.IsDone) return;
        var read = _readings.Take();
        foreach (var (row, isRead) in _waiting)
            _rows.Add(isRead && !read.IsEmpty ? row with { Silos = [.. read.Select((silo, i) => Complete(silo, row, i))] } : row);
        _waiting.Clear();
    }

    // What the system says of a launched silo is exact.
    private static SiloLoad Complete(SiloLoad read, SeriesRow row, int silo) =>
        row.Silos.Length > silo ? read with { Cores = row.Silos[silo].Cores, MiB = row.Silos[silo].MiB } : read;

    private static double? Cores(ProcessUsage? before, ProcessUsage? after, double seconds) => (after?.Cpu - before?.Cpu)?.TotalSeconds / seconds;

    private long OfOutcome(long[] differences, int outcome)
    {
        var sum = 0L;
        for (var kind = 0; kind < _kinds; kind++)
            sum += differences[kind * OutcomeClasses.Count + outcome];
        return sum;
    }

    private long[] CountDifferences()
    {
        var differences = new long[_counts.Length];
        for (var cell = 0; cell < _counts.Length; cell++)
        {
            var kind = cell / OutcomeClasses.Count;
            var outcome = (OutcomeClass)(cell % OutcomeClasses.Count);
            var count = 0L;
            foreach (var recorder in _recorders)
                count += recorder.All(kind, outcome);
            differences[cell] = count - _counts[cell];
            _counts[cell] = count;
        }

        return differences;
    }
}

/// <summary>What a process has used so far.</summary>
internal readonly record struct ProcessUsage(TimeSpan Cpu, long ResidentBytes)
{
    /// <summary>What this process has used.</summary>
    public static ProcessUsage OfDriver() => new(Environment.CpuUsage.TotalTime, Environment.WorkingSet);
}

/// <summary>What a server that the driver started has used so far.</summary>
/// <param name="Usage">What it has used; null where unknown.</param>
internal readonly record struct ServerUsage(string Name, ProcessUsage? Usage);
