using System.Text.Json.Serialization;

namespace Marketplace.Driver.Scenarios;

/// <summary>
/// A scenario with every default filled in: what to measure, on what, under which load. The schema holds the ranges,
/// units and defaults of its members; docs/scenarios.md is their reference.
/// </summary>
internal sealed record Scenario
{
    /// <summary>Where the JSON schema is, for editors; not read.</summary>
    [JsonPropertyName("$schema")]
    public string? Schema { get; init; }

    /// <summary>Name of the run in results and folders.</summary>
    public required string Name { get; init; }

    /// <summary>Seed of data and workload.</summary>
    public required long Seed { get; init; }

    /// <summary>What is measured.</summary>
    public required TargetSettings Target { get; init; }

    /// <summary>The data set.</summary>
    public required DataSettings Data { get; init; }

    /// <summary>The transactions.</summary>
    public required WorkloadSettings Workload { get; init; }

    /// <summary>How they are submitted.</summary>
    public required LoadSettings Load { get; init; }

    /// <summary>For how long.</summary>
    public required EpochSettings Epochs { get; init; }

    /// <summary>What is asked of the audit.</summary>
    public AuditSettings Audit { get; init; } = new() { Require = [] };

    /// <summary>Servers besides the silo: "none", or "launch" for those that the settings of a launched silo ask for.</summary>
    public required string Servers { get; init; }
}

/// <summary>What is asked of the audit.</summary>
internal sealed record AuditSettings
{
    /// <summary>Names of checks that must be examined: the run fails if the target does not offer what one of them needs.</summary>
    public required string[] Require { get; init; }
}
