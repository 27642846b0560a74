using System.Collections.Immutable;

namespace Marketplace.Driver.Measurement;

/// <summary>One interval of a run, a second unless the run is long: a row of timeseries.csv.</summary>
internal sealed record SeriesRow
{
    /// <summary>End of the interval, in seconds since the start of the warm-up.</summary>
    public required double Second { get; init; }

    /// <summary>Length of the interval, in seconds.</summary>
    public double Seconds { get; init; } = 1;

    /// <summary>"warm-up", "measure" or "drain".</summary>
    public required string Phase { get; init; }

    /// <summary>Committed a second, by transaction: checkout, priceUpdate, productDelete, updateDelivery, dashboard.</summary>
    public required ImmutableArray<double> Throughput { get; init; }

    /// <summary>Median latency of all transactions, in milliseconds; 0 without any.</summary>
    public required double P50Ms { get; init; }

    /// <summary>99th percentile of the latency of all transactions, in milliseconds; 0 without any.</summary>
    public required double P99Ms { get; init; }

    /// <summary>Largest latency, in milliseconds, to 0.4 %; null where unknown.</summary>
    public double? MaxMs { get; init; }

    /// <summary>All latencies of the interval, by band; none where unknown.</summary>
    public LatencyBands Latencies { get; init; } = LatencyBands.None;

    /// <summary>Transactions a second by outcome class, in the order of audit.md.</summary>
    public required ImmutableArray<double> Outcomes { get; init; }

    /// <summary>Each silo; the same ones in each row of a run, and none for the reference target.</summary>
    public ImmutableArray<SiloLoad> Silos { get; init; } = [];

    /// <summary>Cores that the driver used.</summary>
    public required double DriverCores { get; init; }

    /// <summary>Resident memory of the driver, in MiB.</summary>
    public required double DriverMiB { get; init; }

    /// <summary>Garbage collection pauses of the driver, in milliseconds a second; null where unknown.</summary>
    public double? DriverGcPauseMs { get; init; }

    /// <summary>The servers that the driver started; the same ones in each row of a run.</summary>
    public ImmutableArray<ServerLoad> Servers { get; init; } = [];

    /// <summary>What all silos used together.</summary>
    /// <returns>Null if it is not known of one of them, or there is none.</returns>
    public double? OfSilos(Func<SiloLoad, double?> value) =>
        Silos.IsEmpty ? null : Silos.Aggregate((double?)0, (sum, silo) => sum + value(silo));

    /// <summary>Sums up neighbouring rows of one phase: means over their time, and percentiles of all their transactions.</summary>
    /// <param name="rows">At least one.</param>
    public static SeriesRow Merge(IReadOnlyList<SeriesRow> rows)
    {
        if (rows.Count == 1) return rows[0];
        var last = rows[^1];
        var bands = LatencyBands.Merge(rows.Select(row => row.Latencies));
        double Mean(Func<SeriesRow, double> value) => MeanOf(rows, row => value(row))!.Value;
        ImmutableArray<double> Means(Func<SeriesRow, ImmutableArray<double>> values) =>
            [.. Enumerable.Range(0, values(last).Length).Select(i => Mean(row => values(row)[i]))];
        return last with
        {
            Seconds = rows.Sum(row => row.Seconds),
            Throughput = Means(row => row.Throughput),
            P50Ms = bands.Counts.IsEmpty ? Mean(row => row.P50Ms) : bands.QuantileMs(0.5),
            P99Ms = bands.Counts.IsEmpty ? rows.Max(row => row.P99Ms) : bands.QuantileMs(0.99),
            MaxMs = rows.Max(row => row.MaxMs),
            Latencies = bands,
            Outcomes = Means(row => row.Outcomes),
            Silos = [.. last.Silos.Select((_, i) => SiloLoad.Merge(value => MeanOf(rows, row => value(row.Silos.ElementAtOrDefault(i)))))],
            DriverCores = Mean(row => row.DriverCores),
            DriverMiB = Mean(row => row.DriverMiB),
            DriverGcPauseMs = MeanOf(rows, row => row.DriverGcPauseMs),
            Servers =
            [
                .. last.Servers.Select((server, i) => server with
                {
                    Cores = MeanOf(rows, row => row.Servers[i].Cores),
                    MiB = MeanOf(rows, row => row.Servers[i].MiB),
                }),
            ],
        };
    }

    /// <summary>The mean of a value over the time in which it is known.</summary>
    /// <returns>Null if it never is.</returns>
    public static double? MeanOf(IEnumerable<SeriesRow> rows, Func<SeriesRow, double?> value)
    {
        var known = rows.Select(row => (row.Seconds, Value: value(row))).Where(row => row.Value is not null).ToList();
        return known.Count == 0 ? null : known.Sum(row => row.Seconds * row.Value!.Value) / known.Sum(row => row.Seconds);
    }
}

/// <summary>What a silo used within one interval of a run; null where it is not known.</summary>
/// <param name="Cores">Cores that it used.</param>
/// <param name="MiB">Its resident memory, in MiB.</param>
/// <param name="GcPauseMs">Garbage collection pauses, in milliseconds a second.</param>
/// <param name="AllocatedMiB">MiB allocated a second.</param>
/// <param name="Threads">Threads of its thread pool.</param>
/// <param name="Queued">Work items that wait for one of them.</param>
internal sealed record SiloLoad(
    double? Cores = null,
    double? MiB = null,
    double? GcPauseMs = null,
    double? AllocatedMiB = null,
    double? Threads = null,
    double? Queued = null)
{
    /// <summary>Sums up a silo.</summary>
    /// <param name="mean">Finds the mean of one of its figures.</param>
    public static SiloLoad Merge(Func<Func<SiloLoad?, double?>, double?> mean) => new(
        mean(silo => silo?.Cores),
        mean(silo => silo?.MiB),
        mean(silo => silo?.GcPauseMs),
        mean(silo => silo?.AllocatedMiB),
        mean(silo => silo?.Threads),
        mean(silo => silo?.Queued));
}

/// <summary>What a server that the driver started used within one interval of a run.</summary>
/// <param name="Cores">Cores that it used; null where unknown.</param>
/// <param name="MiB">Its resident memory, in MiB; null where unknown.</param>
internal sealed record ServerLoad(string Name, double? Cores, double? MiB);
