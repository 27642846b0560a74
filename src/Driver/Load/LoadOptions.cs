using System.Collections.Immutable;
using Marketplace.Driver.Http;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Measurement.History;

namespace Marketplace.Driver.Load;

/// <summary>What a load needs besides its scenario.</summary>
internal sealed record LoadOptions
{
    /// <summary>Endpoints of the target, at least one; workers are spread over them.</summary>
    public required IReadOnlyList<HttpEndpoint> Endpoints { get; init; }

    /// <summary>True if the driver answers itself (target.reference).</summary>
    public required bool IsReference { get; init; }

    /// <summary>The history file.</summary>
    public required string HistoryPath { get; init; }

    /// <summary>Opens the history file.</summary>
    public Func<string, Stream> OpenHistory { get; init; } = HistoryWriter.Open;

    /// <summary>Reads what each launched silo has used, always in the same order; null where unknown.</summary>
    public Func<ImmutableArray<ProcessUsage?>> SiloUsage { get; init; } = static () => [];

    /// <summary>Reads what the servers that the driver started have used, always in the same order.</summary>
    public Func<ImmutableArray<ServerUsage>> ServerUsage { get; init; } = static () => [];

    /// <summary>Reads each target's counters of its transaction protocol; null for one that has none or does not answer.</summary>
    public Func<Task<ImmutableArray<ProtocolCounters?>>> ReadCounters { get; init; } =
        static () => Task.FromResult(ImmutableArray<ProtocolCounters?>.Empty);

    /// <summary>Reads the metrics of each silo; null for one that has none or does not answer.</summary>
    public Func<Task<ImmutableArray<SiloReading?>>> ReadSilos { get; init; } =
        static () => Task.FromResult(ImmutableArray<SiloReading?>.Empty);

    /// <summary>Reads what each instance of the record service has counted; null for one that does not answer, nothing for other targets.</summary>
    public Func<Task<ImmutableArray<ServiceReading?>>> ReadService { get; init; } =
        static () => Task.FromResult(ImmutableArray<ServiceReading?>.Empty);

    /// <summary>Reads how many methods the targets and the driver have compiled since they started; null where one of them does not say.</summary>
    public Func<Task<long?>> ReadCompiled { get; init; } = static () => Task.FromResult<long?>(null);

    /// <summary>Told each second what happened.</summary>
    public required Action<SeriesRow> Progress { get; init; }
}
