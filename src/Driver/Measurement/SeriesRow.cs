using System.Collections.Immutable;

namespace Marketplace.Driver.Measurement;

/// <summary>One second of a run: a row of timeseries.csv.</summary>
internal sealed record SeriesRow
{
    /// <summary>End of the interval, in seconds since the start of the warm-up.</summary>
    public required double Second { get; init; }

    /// <summary>"warm-up", "measure" or "drain".</summary>
    public required string Phase { get; init; }

    /// <summary>Committed a second, by transaction: checkout, priceUpdate, productDelete, updateDelivery, dashboard.</summary>
    public required ImmutableArray<double> Throughput { get; init; }

    /// <summary>Median latency of all transactions, in milliseconds.</summary>
    public required double P50Ms { get; init; }

    /// <summary>99th percentile of the latency of all transactions, in milliseconds.</summary>
    public required double P99Ms { get; init; }

    /// <summary>Transactions a second by outcome class, in the order of audit.md.</summary>
    public required ImmutableArray<double> Outcomes { get; init; }

    /// <summary>Cores that the silo used; null where unknown.</summary>
    public double? SiloCores { get; init; }

    /// <summary>Cores that the driver used.</summary>
    public required double DriverCores { get; init; }

    /// <summary>Resident memory of the silo, in MiB; null where unknown.</summary>
    public double? SiloMiB { get; init; }

    /// <summary>Resident memory of the driver, in MiB.</summary>
    public required double DriverMiB { get; init; }

    /// <summary>The servers that the driver started; the same ones in each row of a run.</summary>
    public ImmutableArray<ServerLoad> Servers { get; init; } = [];
}

/// <summary>What a server that the driver started used within one second of a run.</summary>
/// <param name="Cores">Cores that it used; null where unknown.</param>
/// <param name="MiB">Its resident memory, in MiB; null where unknown.</param>
internal sealed record ServerLoad(string Name, double? Cores, double? MiB);
