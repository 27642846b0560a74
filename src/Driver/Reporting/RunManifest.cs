using Marketplace.Audit;
using Marketplace.Audit.History;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Reporting;

/// <summary>manifest.json: what ran, on what.</summary>
internal sealed record RunManifest
{
    /// <summary>Run id: tids begin with "{run}-".</summary>
    public required string Run { get; init; }

    public required string DriverVersion { get; init; }

    /// <summary>Build of the driver: "Release" or "Debug".</summary>
    public required string Build { get; init; }

    /// <summary>The scenario, overrides applied and defaults filled in.</summary>
    public required Scenario Scenario { get; init; }

    /// <summary>Base addresses of the target; one inside the driver for the reference target.</summary>
    public required string[] Target { get; init; }

    /// <summary>What ran the grains: "orleans" or "local"; null if the target does not say.</summary>
    public string? Engine { get; init; }

    /// <summary>How grains of one silo of Orleans called each other: "inline" or "messages"; null without Orleans.</summary>
    public string? LocalCalls { get; init; }

    /// <summary>Version of the packages of Orleans that the silo has; null if the target does not say.</summary>
    public string? OrleansVersion { get; init; }

    /// <summary>What the data set held.</summary>
    public required DataSetCounts Data { get; init; }

    public required MachineInfo Machine { get; init; }

    /// <summary>Anchor of all times of the run.</summary>
    public required HistoryClock Clock { get; init; }

    /// <summary>How the warm-up went.</summary>
    public required WarmUpSummary WarmUp { get; init; }

    /// <summary>First tick of the measurement.</summary>
    public required long MeasureStart { get; init; }

    /// <summary>Tick after the last of the measurement.</summary>
    public required long MeasureEnd { get; init; }

    /// <summary>What the driver knows about itself.</summary>
    public required DriverFacts Driver { get; init; }

    /// <summary>Which of several drivers it was; null for the whole run.</summary>
    public LoadShare? Share { get; init; }

    /// <summary>True if Ctrl-C ended the run early.</summary>
    public required bool Interrupted { get; init; }
}

/// <summary>The machine of a run.</summary>
/// <param name="Cores">Cores that this process may use.</param>
/// <param name="MemoryMiB">Memory that this process may use, in MiB.</param>
internal sealed record MachineInfo(string OperatingSystem, string Processor, int Cores, long MemoryMiB, string Runtime);
