namespace Marketplace.Driver.Scenarios;

/// <summary>How transactions are submitted: closed loop (no rate) or open loop (a rate).</summary>
internal sealed record LoadSettings
{
    /// <summary>Concurrency of a closed loop where the scenario gives none.</summary>
    public const int DefaultClosedConcurrency = 16;

    /// <summary>Concurrency of an open loop where the scenario gives none.</summary>
    public const int DefaultOpenConcurrency = 256;

    /// <summary>Closed loop: transactions in flight at all times. Open loop: the most that may be in flight.</summary>
    public required int Concurrency { get; init; }

    /// <summary>Open loop: planned transactions a second.</summary>
    public double? Rate { get; init; }

    /// <summary>Open loop: "constant" or "poisson" arrivals.</summary>
    public string? Arrivals { get; init; }

    /// <summary>Ends the measurement early, after so many submitted transactions (warm-up included); null for no limit.</summary>
    public long? Operations { get; init; }

    /// <summary>How long a request may take, in seconds.</summary>
    public required double RequestTimeout { get; init; }
}
