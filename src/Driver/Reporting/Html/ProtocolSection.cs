namespace Marketplace.Driver.Reporting.Html;

/// <summary>What the silos counted of their transaction protocol; nothing for a protocol that counts nothing.</summary>
internal static class ProtocolSection
{
    private static (string, string)[] None => [];

    private static (string, string)[] Sizes(BatchSummary batches) =>
        [("Batches stored", Numbers.Count(batches.Count)), ("Transactions a batch, mean and bound", $"{batches.Mean:0.##}, {batches.AtMost:0}")];

    public static void Write(HtmlPage page, RunSummary summary)
    {
        if (summary.Protocol is not { } protocol)
            return;
        using (page.Open("section"))
        {
            page.Element("h2", "Transaction protocol");
            page.Element("p", "Counted by the silos between begin and end of the measurement, adds to carts and queries included. An aborted "
                + "attempt is run again; only a transaction that was given up is aborted in the table above.");
            Tables.Pairs(page,
            [
                ("Transactions committed", Numbers.Count(protocol.Commits)),
                ("Attempts aborted", $"{Numbers.Count(protocol.Aborts)} ({Numbers.Percent(protocol.AbortRate)})"),
                .. protocol.AbortsByCause.Select(cause => ($"Aborted: {cause.Key}", Numbers.Count(cause.Value))),
                ("Accesses that waited", Numbers.Count(protocol.Waits)),
                ("Ended by recovery", Numbers.Count(protocol.Recoveries)),
                .. protocol.RecoveryMeanMs is { } recovery ? [("Mean time of a recovery, ms", Numbers.Ms(recovery))] : None,
                .. protocol.Compensations > 0 ? [("Steps compensated", Numbers.Count(protocol.Compensations))] : None,
                .. protocol.Batches is { } batches ? Sizes(batches) : [],
            ]);
        }
    }
}
