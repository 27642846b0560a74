using System.Collections.Immutable;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>The series of a run, merged so that a chart of a day is as readable as one of a minute.</summary>
internal static class Series
{
    private const int RowsMax = 300;

    // What happens in the last milliseconds of a drain makes no rate.
    private const double SecondsMin = 0.2;

    /// <summary>Merges neighbouring rows until they are few enough.</summary>
    /// <param name="rows">Second by second.</param>
    /// <returns>At most 300 rows, none of a fraction of a second.</returns>
    public static ImmutableArray<SeriesRow> Merge(ImmutableArray<SeriesRow> rows)
    {
        ImmutableArray<SeriesRow> whole = [.. rows.Where((row, i) => row.Second - (i == 0 ? 0 : rows[i - 1].Second) >= SecondsMin)];
        var size = (whole.Length + RowsMax - 1) / RowsMax;
        return size <= 1 ? whole : [.. whole.Chunk(size).Select(SeriesRow.Merge)];
    }
}
