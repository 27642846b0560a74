using System.Collections.Immutable;
using Marketplace.Driver.History;
using Marketplace.Driver.Load.Receipts;

namespace Marketplace.Driver.Measurement;

/// <summary>What the driver knows about itself after a run (check driver.self). Counts cover the whole run, warm-up included.</summary>
/// <param name="AbandonedSessions">Sessions that the driver sealed instead of checking them out; the mix counts them as checkouts.</param>
/// <param name="IdleCustomers">Customers in no session after the drain.</param>
/// <param name="Unsent">Planned transactions that were never sent because the backlog was full, or the run ended first.</param>
/// <param name="SendLagP99Ms">99th percentile of the time between a transaction being due and being sent, in milliseconds.</param>
/// <param name="DashboardWitnesses">The first dashboards whose aggregate contradicted their own entries.</param>
internal sealed record DriverFacts(
    ImmutableDictionary<OperationKind, long> Submitted,
    ImmutableDictionary<OperationKind, ImmutableDictionary<OutcomeClass, long>> Outcomes,
    long AbandonedSessions,
    int Customers,
    int IdleCustomers,
    long Unsent,
    double SendLagP99Ms,
    ImmutableArray<string> DashboardWitnesses)
{
    /// <summary>What was collected, where results are; else null.</summary>
    public ReceiptFigures? Results { get; init; }
}
