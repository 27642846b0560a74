using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.LowStock;

/// <summary>Goes through the events of one stock item, as the rule of the query says (spec of the paper's continuous query, section 3.2).</summary>
/// <remarks>
/// An event that was taken back counts from its place until then, since others were processed in its presence; a warning that it called for was
/// taken back with it.
/// </remarks>
internal sealed class StockReplay(StockItem ingested)
{
    private const int WeeksMax = 4;

    // Pieces asked for by week since the first request: as long as the run, of which a year has 53.
    private readonly List<long> _weeks = [];

    // Events that will be taken back, each with the week that it counts in.
    private readonly List<(StockEventRow Row, int Week)> _undecided = [];
    private long _firstTime;

    /// <summary>Pieces in stock.</summary>
    public long Available { get; private set; } = ingested.QtyAvailable;

    /// <summary>Pieces reserved.</summary>
    public long Reserved { get; private set; } = ingested.QtyReserved;

    /// <summary>Pieces ever asked for.</summary>
    public long Asked { get; private set; }

    /// <summary>Pieces asked for in the weeks that count.</summary>
    public long Demand => _weeks.TakeLast(WeeksMax).Sum();

    /// <summary>How many weeks count.</summary>
    public int Weeks => Math.Min(_weeks.Count, WeeksMax);

    private long Level => Available - Reserved;
    private bool IsLow => Demand > Level * Weeks;

    /// <summary>Goes on.</summary>
    /// <returns>The warning that is due then; null if none is.</returns>
    public WarningRow? Next(in StockEventRow row)
    {
        TakeBack(row.Number);
        var wasLow = IsLow;
        BeginWeeks(row);
        Add(row, _weeks.Count - 1, 1);
        if (row.TakenBackAfter == 0)
            return IsLow && !wasLow ? new WarningRow(row.Product, row.Number, Demand, Weeks, (int)Level, row.Time) : null;

        _undecided.Add((row, _weeks.Count - 1));
        return null;
    }

    /// <summary>That was the last one: takes back what is still to be.</summary>
    public void End() => TakeBack(int.MaxValue);

    private void TakeBack(int next)
    {
        for (var i = _undecided.Count - 1; i >= 0; i--)
        {
            var (row, week) = _undecided[i];
            if (row.TakenBackAfter >= next)
                continue;

            Add(row, week, -1);
            _undecided.RemoveAt(i);

            // If nothing is left that was asked for since the first request of all, it is as if there had been none.
            if (row.Kind == StockEventKind.Requested && _weeks is [0])
                _weeks.Clear();
        }
    }

    private void Add(in StockEventRow row, int week, int sign)
    {
        var quantity = sign * row.Quantity;
        switch (row.Kind)
        {
            case StockEventKind.Requested:
                _weeks[week] += quantity;
                Asked += quantity;
                Reserved += row.Status == ItemStatus.InStock ? quantity : 0;
                break;
            case StockEventKind.Confirmed:
                Available -= quantity;
                Reserved -= quantity;
                break;
            case StockEventKind.Cancelled:
                Reserved -= quantity;
                break;
            case StockEventKind.Replenished:
                Available += quantity;
                break;
        }
    }

    // Weeks are counted from the first request; time does not go back.
    private void BeginWeeks(in StockEventRow row)
    {
        if (_weeks.Count == 0)
        {
            if (row.Kind != StockEventKind.Requested)
                return;
            _firstTime = row.Time;
            _weeks.Add(0);
        }

        const long WeeksOfACentury = 5_218;
        var due = Math.Min((row.Time - _firstTime) / TimeSpan.FromDays(7).Ticks, WeeksOfACentury);
        while (_weeks.Count <= due)
            _weeks.Add(0);
    }
}
