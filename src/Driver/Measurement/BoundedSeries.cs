using System.Collections.Immutable;

namespace Marketplace.Driver.Measurement;

/// <summary>
/// The rows of a run in bounded memory: a row for each second, until there are too many. Then every two become one, and from there on each
/// row is of twice as many seconds. Rows of different phases are never merged.
/// </summary>
/// <param name="most">Rows that are kept at most, give or take one a phase.</param>
internal sealed class BoundedSeries(int most)
{
    private readonly List<SeriesRow> _rows = [];
    private readonly List<SeriesRow> _open = [];
    private int _seconds = 1;

    /// <summary>The rows so far.</summary>
    public ImmutableArray<SeriesRow> Rows => _open.Count == 0 ? [.. _rows] : [.. _rows, SeriesRow.Merge(_open)];

    /// <summary>Adds a second.</summary>
    public void Add(SeriesRow row)
    {
        if (_open.Count > 0 && _open[0].Phase != row.Phase) Close();
        _open.Add(row);
        if (_open.Count >= _seconds) Close();
        if (_rows.Count < most) return;
        _seconds *= 2;
        ImmutableArray<SeriesRow> merged = [.. Pairs().Select(SeriesRow.Merge)];
        _rows.Clear();
        _rows.AddRange(merged);
    }

    private void Close()
    {
        _rows.Add(SeriesRow.Merge(_open));
        _open.Clear();
    }

    private IEnumerable<IReadOnlyList<SeriesRow>> Pairs()
    {
        for (var i = 0; i < _rows.Count; i++)
        {
            var isPair = i + 1 < _rows.Count && _rows[i].Phase == _rows[i + 1].Phase;
            yield return isPair ? [_rows[i], _rows[++i]] : [_rows[i]];
        }
    }
}
