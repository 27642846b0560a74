using System.Collections.Immutable;
using System.Text.Json.Serialization;
using Marketplace.Audit.Claims;

namespace Marketplace.Audit;

/// <summary>A run that is to be audited, as whoever made the load knows it.</summary>
/// <param name="History">All operations that were submitted, with what came back.</param>
/// <param name="Loaded">What the target was loaded with.</param>
/// <param name="Driver">What the driver knows about itself.</param>
/// <param name="Mix">Share of each transaction that the workload asked for, in percent; one that is not here has none.</param>
/// <param name="Claims">What the target claims.</param>
public sealed record AuditedRun(
    AuditHistory History,
    DataSetCounts Loaded,
    DriverFacts Driver,
    ImmutableDictionary<OperationKind, double> Mix,
    TargetClaims Claims)
{
    /// <summary>Checks that must be examined: the audit fails if one is not.</summary>
    public IReadOnlyCollection<string> RequiredChecks { get; init; } = [];

    /// <summary>What the silos have counted of the reasons for 503; null where one of them does not say.</summary>
    public RefusalCounters? Refusals { get; init; }
}

/// <summary>How much a data set holds (spec §5).</summary>
/// <param name="Customers">Customers, ids 1…n.</param>
/// <param name="Sellers">Sellers, ids 1…n.</param>
/// <param name="Products">Products; each seller owns ids 1…z, the last one perhaps fewer.</param>
/// <param name="Stock">Stock items, one a product.</param>
/// <param name="Orders">Orders already present, all concluded.</param>
public sealed record DataSetCounts(int Customers, int Sellers, int Products, int Stock, int Orders);

/// <summary>What the driver knows about itself after a run (check driver.self). Counts cover the whole run, warm-up included.</summary>
/// <param name="Submitted">Transactions submitted, by kind.</param>
/// <param name="Outcomes">Transactions by kind and outcome class.</param>
/// <param name="AbandonedSessions">Sessions that the driver sealed instead of checking them out; the mix counts them as checkouts.</param>
/// <param name="Customers">Customers of the data set.</param>
/// <param name="IdleCustomers">Customers in no session after the drain.</param>
/// <param name="Unsent">Planned transactions that were never sent because the backlog was full, or the run ended first.</param>
/// <param name="SendLagP99Ms">99th percentile of the time between a transaction being due and being sent, in milliseconds.</param>
/// <param name="DashboardWitnesses">The first dashboards whose aggregate contradicted their own entries.</param>
public sealed record DriverFacts(
    ImmutableDictionary<OperationKind, long> Submitted,
    ImmutableDictionary<OperationKind, ImmutableDictionary<OutcomeClass, long>> Outcomes,
    long AbandonedSessions,
    int Customers,
    int IdleCustomers,
    long Unsent,
    double SendLagP99Ms,
    ImmutableArray<string> DashboardWitnesses)
{
    /// <summary>Transactions of the measurement that were sent more than a second after they were due; null where nobody has counted them.</summary>
    public long? SentLate { get; init; }

    /// <summary>Null unless the target leaves receipts.</summary>
    [JsonPropertyName("results")]
    public ReceiptFigures? Receipts { get; init; }
}

/// <summary>The receipts of the whole run, warm-up included (docs/receipts.md).</summary>
/// <param name="Collected">Receipts that came in time, each of its transaction.</param>
/// <param name="Missing">Transactions that were acknowledged and never got a receipt, to the end of the drain.</param>
/// <param name="Late">Receipts that came when their transaction had been given up (load.requestTimeout).</param>
/// <param name="Duplicates">Receipts of transactions of this run that nobody waited for: they had one already.</param>
/// <param name="Unknown">Receipts of transactions that are not of this run.</param>
public sealed record ReceiptFigures(long Collected, long Missing, long Late, long Duplicates, long Unknown);
