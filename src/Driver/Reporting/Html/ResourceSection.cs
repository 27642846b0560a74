using System.Collections.Immutable;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>What the processes used.</summary>
internal static class ResourceSection
{
    private const double Width = 510;
    private const double Height = 220;

    private static readonly ImmutableSortedDictionary<string, ProcessSummary> Nothing = ImmutableSortedDictionary<string, ProcessSummary>.Empty;

    public static void Write(HtmlPage page, RunSummary summary, ImmutableArray<SeriesRow> rows)
    {
        using (page.Open("section"))
        {
            page.Element("h2", "Resources");
            if (!rows.IsEmpty)
            {
                using (page.Open("div", ("class", "pair")))
                {
                    Figure(page, rows, "cores", "Processor, cores", row => row.OfSilos(silo => silo.Cores), row => row.DriverCores, Numbers.Rate);
                    Figure(page, rows, "memory", "Resident memory, "
                        + "MiB", row => row.OfSilos(silo => silo.MiB), row => row.DriverMiB, value => Numbers.Count((long)value));
                }
            }

            (string Name, ProcessSummary? Used)[] processes =
            [
                ("Silo", summary.Resources.Silo), ("Driver", summary.Resources.Driver),
                .. (summary.Resources.Servers ?? Nothing).Select(server => (Title(server.Key), (ProcessSummary?)server.Value)),
            ];
            Tables.Numeric(
                page,
                "During the measurement",
                ["Process", "CPU, s", "CPU a request, µs", "peak MiB", "mean MiB", "GC pauses, ms"],
                processes.Where(process => process.Used is not null).Select(process => (IReadOnlyList<string>)
                [
                    process.Name,
                    Numbers.Rate(process.Used!.CpuSeconds),
                    Numbers.Rate(process.Used.CpuMicrosecondsPerRequest),
                    Numbers.Count((long)process.Used.PeakMiB),
                    Numbers.Count((long)process.Used.MeanMiB),
                    process.Used.GcPauseMs is { } pause ? Numbers.Ms(pause) : "unknown",
                ]));
            Tables.Pairs(page,
            [
                ("Utilisation of the driver", Numbers.Percent(summary.Driver.Utilisation)),
                ("Send lag p50", $"{Numbers.Ms(summary.Driver.SendLagMs.P50)} ms"),
                ("Send lag p99", $"{Numbers.Ms(summary.Driver.SendLagMs.P99)} ms"),
                ("Send lag max", $"{Numbers.Ms(summary.Driver.SendLagMs.Max)} ms"),
                ("Never sent", Numbers.Count(summary.Driver.Unsent)),
                ("Customers put aside", Numbers.Count(summary.Driver.RetiredCustomers)),
            ]);
        }
    }

    private static string Title(string server) => server switch
    {
        "postgresql" => "PostgreSQL",
        "redisPrimary" => "Redis, primary",
        "redisSecondary" => "Redis, secondary",
        _ => server,
    };

    private static void Figure(
        HtmlPage page,
        ImmutableArray<SeriesRow> rows,
        string id,
        string title,
        Func<SeriesRow, double?> silo,
        Func<SeriesRow, double?> driver,
        Func<double, string> label)
    {
        var x = Axis.Exact(rows[^1].Second, Chart.Left, Width - Chart.Right);
        var largest = Math.Max(rows.Max(row => silo(row) ?? 0), rows.Max(row => driver(row) ?? 0));
        var y = Axis.Linear(largest, Height - Chart.Bottom, Chart.Top);
        using (page.Open("figure"))
        {
            page.Element("figcaption", title);
            using (Chart.Open(page, id, Width, Height, $"{title} over time", $"Lines of silo and driver; the largest value is "
                + $"{label(largest)}."))
            {
                Chart.Vertical(page, x, y, label);
                ThroughputSection.Shade(page, rows, x, y);
                foreach (var tick in x.Ticks())
                    Chart.Horizontal(page, x.At(tick), y, $"{Numbers.Coordinate(tick)} s");
                foreach (var (style, value) in new[] { ("line silo", silo), ("line driver", driver) })
                {
                    var points = rows.Select(row => (row.Second, Value: value(row))).Where(point => point.Value is not null);
                    Chart.Polyline(page, style, points.Select(point => (x.At(point.Second), y.At(point.Value!.Value))));
                }
            }

            Chart.Legend(page, rows.Any(row => silo(row) is not null) ? [("silo", "Silo"), ("driver", "Driver")] : [("driver", "Driver")]);
        }
    }
}
