namespace Marketplace.Silo.Settings;

/// <summary>The settings of the gateway.</summary>
internal sealed record GatewaySettings
{
    /// <summary>Whether rejected checkouts answer 200, and the other courtesies to public drivers (contract §2, §4).</summary>
    public required bool LegacyStatus { get; init; }

    /// <summary>Largest body, and largest line of an import.</summary>
    public required int MaxBodyBytes { get; init; }

    /// <summary>Connections that may be open at once.</summary>
    public required int MaxConnections { get; init; }

    /// <summary>Lines of one import that may be under way at once.</summary>
    public required int ImportParallelism { get; init; }

    /// <summary>How long a reset waits for requests in flight, and requests for a reset.</summary>
    public required TimeSpan DrainTimeout { get; init; }

    /// <summary>How long a stop waits for requests in flight.</summary>
    public required TimeSpan StopTimeout { get; init; }
}
