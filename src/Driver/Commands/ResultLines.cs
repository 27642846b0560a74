using Marketplace.Audit;
using Marketplace.Audit.History;
using Marketplace.Driver.Reporting;
using static System.FormattableString;

namespace Marketplace.Driver.Commands;

/// <summary>The two lines that a run ends with, and what has to be said besides.</summary>
internal static class ResultLines
{
    /// <summary>What was measured, in a line.</summary>
    public static string Measured(RunSummary summary)
    {
        if (!summary.Transactions.TryGetValue(TransactionNames.Of(OperationKind.Checkout), out var checkout)) return MeasuredRecords(summary);
        var all = summary.Transactions.Values;
        string[] parts =
        [
            Invariant($"{summary.Throughput:#,0} tx/s")
                + (summary.ThroughputInterval > 0 ? Invariant($" (± {summary.ThroughputInterval:#,0})") : ""),
            Invariant($"checkout p99 {checkout.LatencyMs.P99:0.0##} ms")
                + Invariant($" (send lag p50 {summary.Driver.SendLagMs.P50:0.00#} ms, p99 {summary.Driver.SendLagMs.P99:0.00#} ms)"),
            Invariant($"{all.Sum(kind => kind.Aborted):#,0} aborted"),
            .. Failures("partial checkouts", summary.PartialCheckouts),
            .. Failures("rejected", all.Sum(kind => kind.Rejected)),
            .. Failures("payments failed", all.Sum(kind => kind.PaymentFailed)),
            .. Failures("timed out", all.Sum(kind => kind.TimedOut)),
            .. Failures("transport errors", all.Sum(kind => kind.TransportError)),
            .. Failures("driver faults", all.Sum(kind => kind.DriverFault)),
            .. Failures("abandoned sessions", summary.AbandonedSessions),
            .. Failures("never sent", summary.Driver.Unsent),
        ];
        return $"{summary.Name}: {string.Join(", ", parts)}";
    }

    private static string MeasuredRecords(RunSummary summary)
    {
        var all = summary.Groups!["all"];
        string[] parts =
        [
            Invariant($"{summary.Throughput:#,0} requests/s"), Invariant($"p50 {all.P50:0.0##} ms, p99 {all.P99:0.0##} ms, max {all.Max:0.0##} ms"),
            .. Failures("did not succeed", summary.Transactions.Values.Sum(kind => kind.Submitted - kind.Committed)),
            .. Failures("never sent", summary.Driver.Unsent),
        ];
        return $"{summary.Name}: {string.Join(", ", parts)}";
    }

    /// <summary>The first violation of each check that failed the run.</summary>
    /// <param name="audit">The audit; null if it was not run.</param>
    public static IEnumerable<string> Violations(AuditResult? audit) => (audit?.Checks ?? [])
        .Where(check => check.Verdict == CheckVerdict.Violated)
        .Select(check => $"{check.Id}: {check.Witnesses.FirstOrDefault() ?? check.Note}");

    /// <summary>What the audit found, in a line.</summary>
    /// <param name="audit">The audit; null if it was not run.</param>
    /// <param name="report">Path of the report; null if there is none.</param>
    public static string Audited(AuditResult? audit, string? report)
    {
        var found = audit is null ? "not audited" : $"audit: {audit.Sentence.TrimEnd('.')}";
        return report is null ? found : $"{found} — report: {Path.GetRelativePath(Directory.GetCurrentDirectory(), report)}";
    }

    /// <summary>Why a load ended before its time.</summary>
    /// <param name="reason">Why; null if it did not.</param>
    public static IEnumerable<string> Ended(string? reason) => reason is null ? [] : [$"The load ended before its time: {reason}."];

    /// <summary>What the processes used, and doubts about the result.</summary>
    public static IEnumerable<string> Remarks(RunSummary summary)
    {
        var (silo, driver) = (summary.Resources.Silo, summary.Resources.Driver);
        yield return Invariant($"{summary.RequestThroughput:#,0} requests/s; CPU per request: ")
            + Invariant($"driver {driver.CpuMicrosecondsPerRequest:0.0} µs")
            + (silo is null ? "" : Invariant($", silo {silo.CpuMicrosecondsPerRequest:0.0} µs"))
            + Invariant($"; resident at most: driver {driver.PeakMiB:#,0} MiB")
            + (silo is null ? "" : Invariant($", silo {silo.PeakMiB:#,0} MiB"));
        foreach (var target in summary.Targets ?? [])
        {
            yield return Invariant($"{target.Url}: {target.RequestThroughput:#,0} requests/s, ")
                + Invariant($"{target.Errors:#,0} errors, {target.Refused:#,0} refused");
        }

        if (summary.Receipts is { } receipts)
        {
            string[] faults =
            [
                .. Failures("late", receipts.Late), .. Failures("duplicate", receipts.Duplicates), .. Failures("unknown", receipts.Unknown),
            ];
            yield return Invariant($"receipts: {receipts.Collected:#,0} collected, {receipts.Missing:#,0} missing")
                + string.Concat(faults.Select(fault => $", {fault}"))
                + Invariant($"; acknowledged p50 {receipts.AcknowledgedMs.P50:0.0##} ms, p99 {receipts.AcknowledgedMs.P99:0.0##} ms");
        }

        if (summary.Protocol is { } protocol)
        {
            var causes = protocol.AbortsByCause.Where(cause => cause.Value > 0)
                .Select(cause => Invariant($", {cause.Key} {cause.Value:#,0}"));
            yield return Invariant($"protocol: {protocol.Commits:#,0} commits, {protocol.Aborts:#,0} attempts aborted ")
                + Invariant($"({100 * protocol.AbortRate:0.00} %{string.Concat(causes)}), {protocol.Waits:#,0} waits, ")
                + Invariant($"{protocol.Recoveries:#,0} recoveries")
                + (protocol.Compensations > 0 ? Invariant($", {protocol.Compensations:#,0} steps compensated") : "");
        }

        if (summary.WarmUp.Steady is not null) yield return WarmUpText.Of(summary.WarmUp);
        if (summary.Driver.Bottleneck is { } reason) yield return $"The driver bounds this result: {reason}.";
        if (summary.Driver.LagWarning is { } lag) yield return $"Warning: {lag}.";
        if (summary.Driver.RetiredCustomers > 0)
            yield return Invariant($"{summary.Driver.RetiredCustomers:#,0} customers were put aside: their sessions could not be sealed.");
    }

    private static IEnumerable<string> Failures(string name, long count) => count == 0 ? [] : [Invariant($"{count:#,0} {name}")];
}
