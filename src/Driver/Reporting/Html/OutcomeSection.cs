namespace Marketplace.Driver.Reporting.Html;

/// <summary>How transactions ended.</summary>
internal static class OutcomeSection
{
    /// <summary>Writes it.</summary>
    /// <param name="page">The page.</param>
    /// <param name="summary">What was measured.</param>
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
        }
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
