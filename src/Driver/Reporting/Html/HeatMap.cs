using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>The latencies of a run over time. One path holds all cells of a shade, so that a page of a long run stays small.</summary>
internal sealed class HeatMap
{
    private const int ColumnsMax = 150;

    // Of the eight bands an octave that are kept, two make a cell.
    private const int BandsPerCell = 2;

    private static readonly (double Share, string Name)[] Shades =
    [
        (0, "under 0.1 %"), (0.001, "0.1–1 %"), (0.01, "1–3 %"), (0.03, "3–10 %"), (0.1, "10–30 %"),
        (0.3, "over 30 % of the transactions of that time"),
    ];

    private readonly ImmutableArray<(double Begin, double End, ImmutableSortedDictionary<int, long> Cells)> _columns;

    /// <summary>Gathers the cells.</summary>
    /// <param name="rows">At least one of them has latencies.</param>
    public HeatMap(ImmutableArray<SeriesRow> rows)
    {
        var size = (rows.Length + ColumnsMax - 1) / ColumnsMax;
        _columns = [.. rows.Chunk(size).Select(chunk => (chunk[0].Second - chunk[0].Seconds, chunk[^1].Second, Cells(chunk)))];
        var cells = _columns.SelectMany(column => column.Cells.Keys).ToList();
        FromMs = LatencyBands.FromMs(cells.Min() * BandsPerCell);
        ToMs = LatencyBands.FromMs((cells.Max() + 1) * BandsPerCell);
    }

    /// <summary>What each shade is.</summary>
    public static IEnumerable<(string Style, string Name)> Legend => Shades.Select((shade, i) => ($"heat h{i}", shade.Name));

    /// <summary>Where the lowest cell begins, in milliseconds.</summary>
    public double FromMs { get; }

    /// <summary>Where the highest cell ends.</summary>
    public double ToMs { get; }

    /// <summary>True if there is something to draw.</summary>
    public static bool IsKnown(ImmutableArray<SeriesRow> rows) => rows.Any(row => !row.Latencies.Counts.IsEmpty);

    /// <summary>Draws the cells.</summary>
    public void Draw(HtmlPage page, Axis x, Axis y)
    {
        var paths = Shades.Select(_ => new StringBuilder()).ToArray();
        foreach (var (begin, end, cells) in _columns)
        {
            var total = (double)cells.Values.Sum();
            var (left, width) = (x.At(Math.Max(0, begin)), x.At(end) - x.At(Math.Max(0, begin)));
            foreach (var (cell, count) in cells)
            {
                var shade = Array.FindLastIndex(Shades, shade => count / total >= shade.Share);
                var (bottom, top) = (y.At(LatencyBands.FromMs(cell * BandsPerCell)), y.At(LatencyBands.FromMs((cell + 1) * BandsPerCell)));
                paths[shade].Append(
                    CultureInfo.InvariantCulture, $"M{left:0.##} {top:0.##}h{width:0.##}v{bottom - top:0.##}h{-width:0.##}z");
            }
        }

        for (var shade = 0; shade < paths.Length; shade++)
            if (paths[shade].Length > 0) page.Empty("path", ("class", $"heat h{shade}"), ("d", paths[shade].ToString()));
    }

    private static ImmutableSortedDictionary<int, long> Cells(SeriesRow[] rows) => rows.SelectMany(row => row.Latencies.Counts)
        .GroupBy(band => band.Band / BandsPerCell, band => band.Count).ToImmutableSortedDictionary(cell => cell.Key, cell => cell.Sum());
}
