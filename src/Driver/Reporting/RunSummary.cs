using System.Collections.Immutable;
using Marketplace.Driver.Audit;

namespace Marketplace.Driver.Reporting;

/// <summary>
/// summary.json, a public format (docs/scenarios.md). Counts and latencies are over the transactions planned within the measurement,
/// each of which the drain brings to an end; throughput is over those completed within it.
/// </summary>
internal sealed record RunSummary
{
    /// <summary>Name of the scenario.</summary>
    public required string Name { get; init; }

    /// <summary>How the warm-up before it went.</summary>
    public required WarmUpSummary WarmUp { get; init; }

    /// <summary>Length of the measurement, in seconds.</summary>
    public required double MeasuredSeconds { get; init; }

    /// <summary>Committed transactions and successful queries a second.</summary>
    public required double Throughput { get; init; }

    /// <summary>Half of the 95 % confidence interval of the throughput over the epochs; 0 with fewer than two.</summary>
    public required double ThroughputInterval { get; init; }

    /// <summary>The same with rejected and payment-failed ones.</summary>
    public required double CompletedThroughput { get; init; }

    /// <summary>HTTP requests a second during the measurement: adds and seals included.</summary>
    public required double RequestThroughput { get; init; }

    /// <summary>What each of several targets got; null for a single one.</summary>
    public IReadOnlyList<TargetSummary>? Targets { get; init; }

    /// <summary>What the silos counted of their transaction protocol; null if they count nothing.</summary>
    public ProtocolSummary? Protocol { get; init; }

    /// <summary>What was collected, where transactions are acknowledged before they are done; else null.</summary>
    public ResultsSummary? Results { get; init; }

    /// <summary>The measured epochs.</summary>
    public required ImmutableArray<EpochSummary> Epochs { get; init; }

    /// <summary>By transaction: checkout, priceUpdate, productDelete, updateDelivery, dashboard.</summary>
    public required IReadOnlyDictionary<string, TransactionSummary> Transactions { get; init; }

    /// <summary>The adds of items before the checkouts: latency of one request.</summary>
    public required LatencySummary AddItemMs { get; init; }

    /// <summary>Sessions that were filled and sealed without a checkout.</summary>
    public required long AbandonedSessions { get; init; }

    /// <summary>Checkouts that committed without some of their items, which were out of stock or gone.</summary>
    public required long PartialCheckouts { get; init; }

    /// <summary>Packages delivered, as update deliveries answered.</summary>
    public required long PackagesDelivered { get; init; }

    /// <summary>Update deliveries that found no open package.</summary>
    public required long EmptyDeliveries { get; init; }

    /// <summary>The audit; null if it was not run.</summary>
    public AuditResult? Audit { get; init; }

    /// <summary>What the processes used during the measurement.</summary>
    public required ResourcesSummary Resources { get; init; }

    /// <summary>Whether the driver kept up.</summary>
    public required DriverSummary Driver { get; init; }
}
