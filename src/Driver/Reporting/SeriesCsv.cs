using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Audit.History;
using Marketplace.Driver.Measurement;
using static System.FormattableString;

namespace Marketplace.Driver.Reporting;

/// <summary>timeseries.csv: a line for each interval. Columns are read by name; what an older version did not write is unknown.</summary>
internal static class SeriesCsv
{
    private const string Cores = "Cores";
    private const string MiB = "MiB";

    private static readonly (string Name, Func<SiloLoad, double?> Of)[] SiloColumns =
    [
        (Cores, silo => silo.Cores),
        (MiB, silo => silo.MiB),
        ("GcPauseMs", silo => silo.GcPauseMs),
        ("AllocatedMiB", silo => silo.AllocatedMiB),
        ("Threads", silo => silo.Threads),
        ("Queued", silo => silo.Queued),
    ];

    private static IEnumerable<string> Outcomes => OutcomeClasses.All.Select(outcome => outcome.Name());

    /// <summary>The lines of the file.</summary>
    /// <param name="operations">Names of the operations, in order.</param>
    public static IEnumerable<string> Write(ImmutableArray<SeriesRow> rows, ImmutableArray<string> operations)
    {
        var (silos, servers) = rows.IsEmpty ? ([], []) : (SiloNames(rows[0].Silos.Length), rows[0].Servers);
        yield return string.Join(
            ',',
            (string[])
            [
                "second", "phase", .. operations, "p50Ms", "p99Ms", "maxMs", .. Outcomes,
                .. silos.SelectMany(silo => SiloColumns.Select(column => silo + column.Name)),
                "driverCores", "driverMiB", "driverGcPauseMs",
                .. servers.SelectMany(server => (string[])[server.Name + Cores, server.Name + MiB]),
            ]);
        foreach (var row in rows)
            yield return string.Join(',', Cells(row));
    }

    /// <summary>Reads the file back.</summary>
    /// <exception cref="FormatException">It is not what <see cref="Write"/> writes.</exception>
    public static ImmutableArray<SeriesRow> Read(IEnumerable<string> lines)
    {
        string[]? head = null;
        var rows = ImmutableArray.CreateBuilder<SeriesRow>();
        foreach (var line in lines)
        {
            if (head is null) head = line.Split(',');
            else rows.Add(Row(head, line.Split(','), rows.Count == 0 ? 0 : rows[^1].Second));
        }

        return rows.ToImmutable();
    }

    private static IEnumerable<string> Cells(SeriesRow row) =>
    [
        Text(row.Second),
        row.Phase,
        .. row.Throughput.Select(value => Text(value)),
        Text(row.P50Ms),
        Text(row.P99Ms),
        Text(row.MaxMs),
        .. row.Outcomes.Select(value => Text(value)),
        .. row.Silos.SelectMany(silo => SiloColumns.Select(column => Text(column.Of(silo)))),
        Text(row.DriverCores),
        Text(row.DriverMiB),
        Text(row.DriverGcPauseMs),
        .. row.Servers.SelectMany(server => (string[])[Text(server.Cores), Text(server.MiB)]),
    ];

    private static SeriesRow Row(string[] head, string[] cells, double begin)
    {
        if (cells.Length != head.Length)
            throw new FormatException($"A line of timeseries.csv has {cells.Length} columns, its head {head.Length}.");
        double? Maybe(string name) => Array.IndexOf(head, name) is >= 0 and var column && cells[column].Length > 0
            ? double.Parse(cells[column], CultureInfo.InvariantCulture)
            : null;
        double Number(string name) => Maybe(name) ?? throw new FormatException($"timeseries.csv has a line without {name}.");
        var processes = head.Where(name => name.EndsWith(Cores, StringComparison.Ordinal)).Select(name => name[..^Cores.Length]).ToList();
        var silos = SiloNames(processes.Count(name => name.StartsWith("silo", StringComparison.Ordinal)));
        var servers = processes.Where(name => name != "driver" && !silos.Contains(name));
        return new SeriesRow
        {
            Second = Number("second"),
            Seconds = Number("second") - begin,
            Phase = cells[Array.IndexOf(head, "phase")],
            Throughput = [.. head.SkipWhile(name => name != "phase").Skip(1).TakeWhile(name => name != "p50Ms").Select(Number)],
            P50Ms = Number("p50Ms"),
            P99Ms = Number("p99Ms"),
            MaxMs = Maybe("maxMs"),
            Outcomes = [.. Outcomes.Select(Number)],
            Silos =
            [
                .. silos.Select(silo => SiloColumns.Select(column => Maybe(silo + column.Name)).ToArray())
                    .Select(values => new SiloLoad(values[0], values[1], values[2], values[3], values[4], values[5])),
            ],
            DriverCores = Number("driverCores"),
            DriverMiB = Number("driverMiB"),
            DriverGcPauseMs = Maybe("driverGcPauseMs"),
            Servers = [.. servers.Select(name => new ServerLoad(name, Maybe(name + Cores), Maybe(name + MiB)))],
        };
    }

    private static ImmutableArray<string> SiloNames(int count) =>
        count == 1 ? ["silo"] : [.. Enumerable.Range(1, count).Select(number => Invariant($"silo{number}"))];

    private static string Text(double? value) => value?.ToString("0.###", CultureInfo.InvariantCulture) ?? "";
}

/// <summary>latency/timeseries.csv: a line for each band of latency that is not empty, in each interval.</summary>
internal static class LatencyCsv
{
    /// <summary>The lines of the file.</summary>
    public static IEnumerable<string> Write(ImmutableArray<SeriesRow> rows)
    {
        yield return "second,fromMs,toMs,count";
        foreach (var row in rows)
        {
            foreach (var (band, count) in row.Latencies.Counts)
            {
                var (from, to) = (LatencyBands.FromMs(band), LatencyBands.FromMs(band + 1));
                yield return Invariant($"{row.Second:0.###},{from:0.######},{to:0.######},{count}");
            }
        }
    }

    /// <summary>Reads the file back.</summary>
    /// <param name="rows">The rows of timeseries.csv.</param>
    /// <returns>The same rows with their latencies.</returns>
    /// <exception cref="FormatException">It is not what <see cref="Write"/> writes.</exception>
    public static ImmutableArray<SeriesRow> Read(IEnumerable<string> lines, ImmutableArray<SeriesRow> rows)
    {
        var bySecond = lines.Skip(1).Select(line => line.Split(',')).ToLookup(cells => Number(cells[0]));
        var given = new HashSet<double>();
        return [.. rows.Select(row => row with { Latencies = given.Add(row.Second) ? Bands(bySecond[row.Second]) : new LatencyBands([]) })];
    }

    // Rows that end within the same millisecond have one second in the file: the first of them gets the latencies of all.
    private static LatencyBands Bands(IEnumerable<string[]> lines) => new(
    [
        .. lines.Select(Band).GroupBy(band => band.Band).OrderBy(band => band.Key).Select(band => (band.Key, band.Sum(count => count.Count))),
    ]);

    private static (int Band, long Count) Band(string[] cells)
    {
        if (cells.Length != 4) throw new FormatException($"A line of latency/timeseries.csv has {cells.Length} columns.");
        const double nanosecondsPerMs = 1e6;
        var middle = (Number(cells[1]) + Number(cells[2])) / 2 * nanosecondsPerMs;
        return (LatencyBands.At((long)middle), long.Parse(cells[3], CultureInfo.InvariantCulture));
    }

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
