using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>What is measured; exactly one of the three is set.</summary>
internal sealed record TargetSettings
{
    /// <summary>Starts our silo as a process, with these settings of its Marketplace section; nested objects are nested settings.</summary>
    public JsonObject? Launch { get; init; }

    /// <summary>Base addresses of a system that already runs; requests are spread over those that are ready.</summary>
    public string[]? Urls { get; init; }

    /// <summary>"delay": no silo; the driver answers itself after <see cref="LatencyMs"/>. The ceiling of the driver alone.</summary>
    public string? Reference { get; init; }

    /// <summary>"response" or "egress": how the target gives the results of transactions; null where its launch settings say.</summary>
    public string? Results { get; init; }

    /// <summary>Latency of the reference target, in milliseconds.</summary>
    public double LatencyMs { get; init; }

    /// <summary>True if transactions are acknowledged before they are done, and their results collected from /receipts.</summary>
    public bool AreResultsCollected()
    {
        if (Results is not null) return Results == "egress";
        if (Launch is null) return false;
        var settings = new LaunchSettings(Launch);
        return settings.Is("Results", "egress") && !settings.Is("Preset", "null");
    }
}
