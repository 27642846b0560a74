using System.Collections.Immutable;
using Marketplace.Audit.History;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>Throughput, latency and outcomes over time.</summary>
internal static class OverTimeSection
{
    private static readonly ImmutableArray<(OutcomeClass Outcome, string Name, string Style)> Failures =
    [
        (OutcomeClass.Rejected, "Rejected", "c1"),
        (OutcomeClass.PaymentFailed, "Payment failed", "c4"),
        (OutcomeClass.Aborted, "Aborted", "c2"),
        (OutcomeClass.TimedOut, "Timed out", "c5"),
        (OutcomeClass.TransportError, "Transport error", "c6"),
        (OutcomeClass.DriverFault, "Driver fault", "c3"),
    ];

    public static void Write(HtmlPage page, ImmutableArray<SeriesRow> rows, RunSummary summary)
    {
        using (page.Open("section"))
        {
            page.Element("h2", "Over time");
            if (rows.IsEmpty)
            {
                page.Element("p", "The run ended before its first second.");
                return;
            }

            page.Element("p", "Warm-up and drain are shaded: they do not count. " + WarmUpText.Of(summary.WarmUp));
            using (page.Open("div", ("class", "charts")))
                Charts(page, rows, summary);
            using (Tables.Folded(page, "The same in numbers"))
                Table(page, rows);
        }
    }

    private static void Charts(HtmlPage page, ImmutableArray<SeriesRow> rows, RunSummary summary)
    {
        var chart = new TimeChart(page, rows);
        chart.Areas(
            "throughput",
            "Throughput: committed transactions and successful queries a second",
            $"Stacked areas. In the measurement {Numbers.Rate(summary.Throughput)} a second in all; "
                + $"the best second had {Numbers.Rate(rows.Max(row => row.Throughput.Sum()))}.",
            [.. Transactions.All.Select((kind, i) => new TimeLine(kind.Name, kind.Style, row => row.Throughput[i]))],
            Numbers.Rate);
        chart.Lines(
            "latencies",
            "Latency of all transactions, ms",
            [
                new TimeLine("p50", "c0", row => Known(row.P50Ms)),
                new TimeLine("p99", "c1", row => Known(row.P99Ms)),
                new TimeLine("max", "c2", row => Known(row.MaxMs)),
            ],
            Numbers.Tick,
            isLog: true);
        var failures = Failures.Where(failure => rows.Any(row => row.Outcomes[(int)failure.Outcome] > 0))
            .Select(failure => new TimeLine(failure.Name, failure.Style, row => row.Outcomes[(int)failure.Outcome])).ToList();
        if (failures.Count > 0)
        {
            chart.Areas(
                "outcomes", "Outcomes other than committed, a second", "Stacked areas, one for each outcome.", failures, Numbers.Rate);
        }

        if (HeatMap.IsKnown(rows)) chart.Heat("heat", "Latency of all transactions, ms: how many took how long");
        if (failures.Count == 0) page.Element("p", "Outcomes: in every second, all transactions committed.", ("class", "note"));
    }

    // No transaction has ended in a second that has no latency.
    private static double? Known(double? ms) => ms > 0 ? ms : null;

    private static void Table(HtmlPage page, ImmutableArray<SeriesRow> rows) => Tables.Numeric(
        page,
        "Committed a second, latencies in ms, other outcomes a second",
        [
            "Second", "Phase", .. Transactions.All.Select(kind => kind.Name), "All", "p50", "p99", "max",
            .. Failures.Select(failure => failure.Name),
        ],
        rows.Select(row => (IReadOnlyList<string>)
        [
            Numbers.Coordinate(row.Second),
            row.Phase,
            .. row.Throughput.Select(Numbers.Rate),
            Numbers.Rate(row.Throughput.Sum()),
            Numbers.Ms(row.P50Ms),
            Numbers.Ms(row.P99Ms),
            row.MaxMs is { } max ? Numbers.Ms(max) : "",
            .. Failures.Select(failure => Numbers.Rate(row.Outcomes[(int)failure.Outcome])),
        ]));
}
