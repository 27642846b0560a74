using System.Collections.Immutable;
using System.Globalization;
using System.Text.Json.Serialization;
using Marketplace.Audit;
using Marketplace.Driver.Load;
using Marketplace.Driver.Load.Targets;
using Marketplace.Driver.Measurement;

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

    /// <summary>Null unless the target acknowledges transactions before they are done, and leaves receipts.</summary>
    [JsonPropertyName("results")]
    public ReceiptSummary? Receipts { get; init; }

    /// <summary>The measured epochs.</summary>
    public required ImmutableArray<EpochSummary> Epochs { get; init; }

    /// <summary>By transaction: checkout, priceUpdate, productDelete, updateDelivery, dashboard.</summary>
    public required IReadOnlyDictionary<string, TransactionSummary> Transactions { get; init; }

    /// <summary>Latency of groups of transactions, from the planned start: all, and those of reads and writes that there are.</summary>
    public IReadOnlyDictionary<string, LatencySummary>? Groups { get; init; }

    /// <summary>
    /// Of a closed loop on records: throughput times mean latency, by the concurrency. By Little's law it is 1 if so many were in flight all
    /// the time.
    /// </summary>
    public double? LittleRatio { get; init; }

    /// <summary>What the record service counted; null for other targets.</summary>
    public ServiceFigures? Service { get; init; }

    /// <summary>
    /// What a database server that the driver started has on its disk at the end, in MiB, without seeds and logs of changes; null for others.
    /// </summary>
    public double? DatabaseDiskMiB { get; init; }

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

/// <summary>One measured epoch.</summary>
/// <param name="Epoch">Its number, from 1, those of the warm-up counted.</param>
/// <param name="Seconds">Its length, in seconds; the last one may be cut short.</param>
/// <param name="Throughput">Committed transactions and successful queries a second.</param>
/// <param name="CompletedThroughput">The same with rejected and payment-failed ones.</param>
internal sealed record EpochSummary(int Epoch, double Seconds, double Throughput, double CompletedThroughput);

/// <summary>A distribution of times, in milliseconds, to 1 %.</summary>
internal sealed record LatencySummary(double Mean, double P50, double P90, double P95, double P99, double P999, double Max);

/// <summary>Whether the driver kept up.</summary>
/// <param name="SendLagMs">Time between a transaction being due and being sent, in milliseconds.</param>
/// <param name="Utilisation">Share of the machine's processor time that the driver used, 0–1.</param>
/// <param name="Unsent">Planned transactions never sent: the backlog was full, or the run ended first.</param>
/// <param name="RetiredCustomers">Customers put aside because their session could not be sealed.</param>
/// <param name="Bottleneck">Why the driver, not the target, bounded the result; null if it did not.</param>
internal sealed record DriverSummary(
    LatencySummary SendLagMs,
    double Utilisation,
    long Unsent,
    int RetiredCustomers,
    string? Bottleneck)
{
    /// <summary>The share of a latency that its send lag may be, before it is doubtful.</summary>
    private const double LagShareMax = 0.1;

    /// <summary>Which latencies the driver's own lateness is a part of; null if it is less than a tenth of each.</summary>
    public string? LagWarning { get; init; }

    /// <summary>Finds the latencies of which the send lag is more than a tenth.</summary>
    public static string? Doubt(LatencySummary lag, IReadOnlyDictionary<string, TransactionSummary> transactions)
    {
        var doubtful = transactions.Where(kind => kind.Value.Submitted > 0 && lag.P50 > LagShareMax * kind.Value.LatencyMs.P50)
            .OrderBy(kind => kind.Value.LatencyMs.P50)
            .Select(kind => string.Create(CultureInfo.InvariantCulture, $"{kind.Key} {kind.Value.LatencyMs.P50:0.0##} ms")).ToList();
        return doubtful.Count == 0 ? null : string.Create(
            CultureInfo.InvariantCulture,
            $"the send lag, p50 {lag.P50:0.0##} ms, is more than a tenth of the p50 of {string.Join(", ", doubtful)}");
    }
}

/// <summary>What one process used during the measurement.</summary>
/// <param name="CpuSeconds">Processor time, in seconds.</param>
/// <param name="PeakMiB">Largest resident memory, in MiB.</param>
/// <param name="MeanMiB">Mean resident memory, in MiB.</param>
/// <param name="GcPauseMs">Sum of garbage collection pauses, in milliseconds; null where unknown.</param>
internal sealed record ProcessSummary(
    double CpuSeconds,
    double CpuMicrosecondsPerRequest,
    double PeakMiB,
    double MeanMiB,
    double? GcPauseMs);

/// <summary>What the silos counted of their transaction protocol within the measurement.</summary>
/// <param name="Commits">Transactions committed; queries are transactions too, and so is each add to a cart.</param>
/// <param name="Aborts">Attempts aborted. An aborted transaction is run again, so most of these end in a commit.</param>
/// <param name="AbortsByCause">The same by cause: conflict, timeout, participant-lost, failure.</param>
/// <param name="AbortRate">Aborted attempts of all attempts, 0–1.</param>
/// <param name="Waits">Accesses that had to wait for another transaction.</param>
/// <param name="Compensations">Steps of sagas taken back; 0 under another protocol.</param>
/// <param name="Targets">Targets that were read: those that answered at begin and end.</param>
/// <param name="RecoveryMeanMs">From the decision until the last participant knew, the mean of the recoveries in ms; null without one.</param>
/// <param name="Batches">Sizes of batches; null where the protocol has none.</param>
internal sealed record ProtocolSummary(
    long Commits,
    long Aborts,
    ImmutableSortedDictionary<string, long> AbortsByCause,
    double AbortRate,
    long Waits,
    long Recoveries,
    long Compensations,
    int Targets,
    double? RecoveryMeanMs = null,
    BatchSummary? Batches = null);

/// <summary>Sizes of the batches: how many transactions one write of a grain's state stored.</summary>
/// <param name="AtMost">None is larger; null where one is beyond what the silos' histogram tells apart.</param>
internal sealed record BatchSummary(long Count, double Mean, double? AtMost);

/// <summary>What the processes used during the measurement.</summary>
/// <param name="Silo">The silos together; null where neither the system nor their metrics show it.</param>
/// <param name="Servers">
/// The servers that the driver started, by name ("postgresql"); null without. Memory that their processes share counts once.
/// </param>
/// <param name="Cores">Cores of the machine that silos and servers ran on; null where it is not the driver's.</param>
/// <param name="Instances">Each of several silos, or instances of the record service; null for a single one.</param>
internal sealed record ResourcesSummary(
    ProcessSummary? Silo,
    ProcessSummary Driver,
    ImmutableSortedDictionary<string, ProcessSummary>? Servers = null,
    int? Cores = null,
    IReadOnlyList<ProcessSummary?>? Instances = null);

/// <summary>The receipts of the whole run (docs/receipts.md).</summary>
/// <param name="Collected">Receipts that came in time, each of its transaction.</param>
/// <param name="Missing">Transactions that were acknowledged and never got a receipt.</param>
/// <param name="Late">Receipts that came after their transaction had been given up; its outcome is unknown.</param>
/// <param name="Unknown">Receipts of transactions that are not of this run.</param>
/// <param name="AcknowledgedMs">From the send of a transaction of the measurement to its acknowledgement, in milliseconds.</param>
internal sealed record ReceiptSummary(
    long Collected,
    long Missing,
    long Late,
    long Duplicates,
    long Unknown,
    LatencySummary AcknowledgedMs);

/// <summary>What one of several targets got within the measurement.</summary>
/// <param name="Requests">HTTP requests that it answered, or may have got; adds and seals included.</param>
/// <param name="RequestThroughput">The same a second.</param>
/// <param name="Errors">Those without an answer, and those answered with 5xx.</param>
/// <param name="Refused">Attempts to send that failed before anything was sent; the requests went to another target.</param>
/// <param name="Changes">When it ceased or began to be ready, in the whole run; the first 100 changes.</param>
internal sealed record TargetSummary(
    string Url,
    long Requests,
    double RequestThroughput,
    long Errors,
    long Refused,
    ImmutableArray<ReadinessChange> Changes);

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
