using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Audit.History;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Reporting;

/// <summary>timeseries.csv: a line a second.</summary>
internal static class SeriesCsv
{
    private const int FirstThroughput = 2;
    private const int FirstLatency = FirstThroughput + WorkerRecorder.Kinds;
    private const int FirstOutcome = FirstLatency + 2;
    private const int FirstResource = FirstOutcome + OutcomeClasses.Count;
    private const int FirstServer = FirstResource + 4;
    private const string Cores = "Cores";
    private const string MiB = "MiB";

    /// <summary>The lines of the file.</summary>
    public static IEnumerable<string> Write(ImmutableArray<SeriesRow> rows)
    {
        var kinds = TransactionNames.Kinds.Select(TransactionNames.Of);
        var outcomes = OutcomeClasses.All.Select(outcome => outcome.Name());
        yield return string.Join(
            ',',
            (string[])
            [
                "second", "phase", .. kinds, "p50Ms", "p99Ms", .. outcomes, "siloCores", "driverCores", "siloMiB", "driverMiB",
                .. rows.IsEmpty ? [] : rows[0].Servers.SelectMany(server => (string[])[server.Name + Cores, server.Name + MiB]),
            ]);
        foreach (var row in rows)
            yield return string.Join(',', Cells(row));
    }

    /// <summary>Reads the file back.</summary>
    /// <exception cref="FormatException">They are not what <see cref="Write"/> writes.</exception>
    public static ImmutableArray<SeriesRow> Read(IEnumerable<string> lines)
    {
        string[]? head = null;
        var rows = ImmutableArray.CreateBuilder<SeriesRow>();
        foreach (var line in lines)
        {
            if (head is null) head = line.Split(',');
            else rows.Add(Row(head, line));
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
        .. row.Outcomes.Select(value => Text(value)),
        Text(row.SiloCores),
        Text(row.DriverCores),
        Text(row.SiloMiB),
        Text(row.DriverMiB),
        .. row.Servers.SelectMany(server => (string[])[Text(server.Cores), Text(server.MiB)]),
    ];

    private static SeriesRow Row(string[] head, string line)
    {
        var cells = line.Split(',');
        if (cells.Length != head.Length || cells.Length < FirstServer)
            throw new FormatException($"A line of timeseries.csv has {cells.Length} columns, its head {head.Length}.");
        double? Maybe(int column) => cells[column].Length == 0 ? null : double.Parse(cells[column], CultureInfo.InvariantCulture);
        double Number(int column) => double.Parse(cells[column], CultureInfo.InvariantCulture);
        return new SeriesRow
        {
            Second = Number(0),
            Phase = cells[1],
            Throughput = [.. Enumerable.Range(FirstThroughput, WorkerRecorder.Kinds).Select(Number)],
            P50Ms = Number(FirstLatency),
            P99Ms = Number(FirstLatency + 1),
            Outcomes = [.. Enumerable.Range(FirstOutcome, OutcomeClasses.Count).Select(Number)],
            SiloCores = Maybe(FirstResource),
            DriverCores = Number(FirstResource + 1),
            SiloMiB = Maybe(FirstResource + 2),
            DriverMiB = Number(FirstResource + 3),
            Servers =
            [
                .. Enumerable.Range(0, (head.Length - FirstServer) / 2).Select(server => FirstServer + server * 2)
                    .Select(column => new ServerLoad(head[column][..^Cores.Length], Maybe(column), Maybe(column + 1))),
            ],
        };
    }

    private static string Text(double? value) => value?.ToString("0.###", CultureInfo.InvariantCulture) ?? "";
}
