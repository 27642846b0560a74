namespace Marketplace.Driver.Reporting.Html;

/// <summary>How transactions ended.</summary>
internal static class OutcomeSection
{
    public static void Write(HtmlPage page, RunSummary summary)
    {
        using (page.Open("section"))
        {
            page.Element("h2", "Outcomes");
            page.Element("p", "Only committed transactions and successful queries count as throughput. What timed out or lost "
                + "its connection may or "
                + "may not have taken effect: the audit finds out.");
            Tables.Numeric(
                page,
                "Transactions of the measurement",
                ["Transaction", "submitted", "committed", "rejected", "payment failed", "aborted", "timed out", "transport "
                    + "error", "driver fault", "tx/s"],
                Rows(summary));
            Tables.Pairs(page,
            [
                ("Checkouts without some of their items", Numbers.Count(summary.PartialCheckouts)),
                ("Sessions abandoned", Numbers.Count(summary.AbandonedSessions)),
                ("Packages delivered", Numbers.Count(summary.PackagesDelivered)),
                ("Update deliveries that found nothing", Numbers.Count(summary.EmptyDeliveries)),
            ]);
            if (summary.Receipts is { } receipts)
                Collected(page, receipts);
        }
    }

    private static void Collected(HtmlPage page, ReceiptSummary receipts)
    {
        page.Element("h3", "Receipts");
        page.Element("p", "The silo acknowledged transactions at once, and the driver collected their receipts: latencies are those from the "
            + "planned start to the arrival of the receipt. A receipt that is missing had not come when the drain was over.");
        Tables.Pairs(page,
        [
            ("Collected in time", Numbers.Count(receipts.Collected)),
            ("Missing", Numbers.Count(receipts.Missing)),
            ("Late, after the time-out of the request", Numbers.Count(receipts.Late)),
            ("Duplicates", Numbers.Count(receipts.Duplicates)),
            ("Of other runs", Numbers.Count(receipts.Unknown)),
            ("Acknowledged after, p50 and p99, ms", $"{Numbers.Ms(receipts.AcknowledgedMs.P50)}, {Numbers.Ms(receipts.AcknowledgedMs.P99)}"),
        ]);
    }

    private static IEnumerable<IReadOnlyList<string>> Rows(RunSummary summary)
    {
        var all = Transactions.All
            .Where(kind => summary.Transactions.ContainsKey(kind.Key))
            .Select(kind => (kind.Name, Counts: Counts(summary.Transactions[kind.Key]), summary.Transactions[kind.Key].Throughput))
            .ToList();
        foreach (var (name, counts, throughput) in all)
            yield return [name, .. counts.Select(Numbers.Count), Numbers.Rate(throughput)];
        var sums = Enumerable.Range(0, 8).Select(i => Numbers.Count(all.Sum(kind => kind.Counts[i])));
        yield return ["All", .. sums, Numbers.Rate(summary.Throughput)];
    }

    private static long[] Counts(TransactionSummary kind) =>
    [
        kind.Submitted,
        kind.Committed,
        kind.Rejected,
        kind.PaymentFailed,
        kind.Aborted,
        kind.TimedOut,
        kind.TransportError,
        kind.DriverFault,
    ];
}
