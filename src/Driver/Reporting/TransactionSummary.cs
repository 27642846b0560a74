namespace Marketplace.Driver.Reporting;

/// <summary>One kind of transaction.</summary>
internal sealed record TransactionSummary
{
    /// <summary>Planned within the measurement and submitted: the sum of the outcome classes.</summary>
    public required long Submitted { get; init; }

    /// <summary>Complete.</summary>
    public required long Committed { get; init; }

    /// <summary>No stock, or a stale mirror.</summary>
    public required long Rejected { get; init; }

    /// <summary>Payment declined.</summary>
    public required long PaymentFailed { get; init; }

    /// <summary>Given up by the target.</summary>
    public required long Aborted { get; init; }

    /// <summary>No answer in time.</summary>
    public required long TimedOut { get; init; }

    /// <summary>Connection lost, or 5xx.</summary>
    public required long TransportError { get; init; }

    /// <summary>The driver's request was wrong.</summary>
    public required long DriverFault { get; init; }

    /// <summary>Committed within the measurement, a second.</summary>
    public required double Throughput { get; init; }

    /// <summary>From the planned start. A checkout in a closed loop: from the send of the checkout, after the adds.</summary>
    public required LatencySummary LatencyMs { get; init; }

    /// <summary>From the send of the request.</summary>
    public required LatencySummary ServiceMs { get; init; }
}
