using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>What the processes used.</summary>
internal static class ResourceSection
{
    private const int Styles = 7;

    private static readonly ImmutableSortedDictionary<string, ProcessSummary> Nothing = ImmutableSortedDictionary<string, ProcessSummary>.Empty;

    public static void Write(HtmlPage page, RunSummary summary, ImmutableArray<SeriesRow> rows)
    {
        using (page.Open("section"))
        {
            page.Element("h2", "Resources");
            if (!rows.IsEmpty) Charts(page, rows);
            (string Name, ProcessSummary? Used)[] processes =
            [
                (rows is [{ Silos.Length: > 1 and var count }, ..] ? $"Silos, {count} together" : "Silo", summary.Resources.Silo),
                .. (summary.Resources.Instances ?? []).Select((one, i) => ($"Silo {i + 1}", one)),
                ("Driver", summary.Resources.Driver),
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
                    process.Used.GcPauseMs is { } pause ? Numbers.Ms(pause) : "–",
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

    private static void Charts(HtmlPage page, ImmutableArray<SeriesRow> rows)
    {
        var silos = Enumerable.Range(0, rows.Max(row => row.Silos.Length)).ToList();
        var servers = rows[0].Servers.Select((server, i) => (Name: Title(server.Name), Index: i)).ToList();
        List<string> names = [.. silos.Select(i => SiloName(i, silos.Count)), "Driver", .. servers.Select(server => server.Name)];

        // A process has the same colour in all charts.
        TimeLine Line(string name, Func<SeriesRow, double?> of) =>
            new(name, $"c{names.IndexOf(name) % Styles}{(names.IndexOf(name) >= Styles ? " dashed" : "")}", of);
        IEnumerable<TimeLine> OfSilos(Func<SiloLoad, double?> of) =>
            silos.Select(i => Line(names[i], row => row.Silos.ElementAtOrDefault(i) is { } silo ? of(silo) : null));
        IEnumerable<TimeLine> OfServers(Func<ServerLoad, double?> of) =>
            servers.Select(server => Line(server.Name, row => of(row.Servers[server.Index])));

        var chart = new TimeChart(page, rows);
        void Draw(string id, string title, IReadOnlyList<TimeLine> lines)
        {
            if (lines.Any(line => rows.Any(row => line.Of(row) is not null))) chart.Lines(id, title, lines, Numbers.Tick);
        }

        using (page.Open("div", ("class", "charts")))
        {
            var (cores, memory, pauses) = (
                Line("Driver", row => row.DriverCores), Line("Driver", row => row.DriverMiB), Line("Driver", row => row.DriverGcPauseMs));
            Draw("cores", "Processor, cores", [.. OfSilos(silo => silo.Cores), cores, .. OfServers(server => server.Cores)]);
            Draw("memory", "Resident memory, MiB", [.. OfSilos(silo => silo.MiB), memory, .. OfServers(server => server.MiB)]);
            Draw("pauses", "Garbage collection pauses, ms a second", [.. OfSilos(silo => silo.GcPauseMs), pauses]);
            Draw("allocated", "Allocated by silos, MiB a second", [.. OfSilos(silo => silo.AllocatedMiB)]);
            Draw("threads", "Thread pool of silos: threads", [.. OfSilos(silo => silo.Threads)]);
            Draw("queued", "Thread pool of silos: work items that wait", [.. OfSilos(silo => silo.Queued)]);
        }

        if (!rows.Any(row => row.OfSilos(silo => silo.GcPauseMs) is not null))
            page.Element("p", "The target shows no metrics of its runtime: pauses and thread pool are unknown.", ("class", "note"));
    }

    private static string SiloName(int index, int count) =>
        count == 1 ? "Silo" : string.Create(CultureInfo.InvariantCulture, $"Silo {index + 1}");

    private static string Title(string server) => server switch
    {
        "postgresql" => "PostgreSQL",
        "mongodb" => "MongoDB",
        "redisPrimary" => "Redis, primary",
        "redisSecondary" => "Redis, secondary",
        _ => server,
    };
}
