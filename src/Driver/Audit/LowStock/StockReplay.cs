using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;

namespace Marketplace.Driver.Audit.LowStock;

/// <summary>Goes through the events of one stock item, as the rule of the query says (spec of the paper's continuous query, section 3.2).</summary>
internal sealed class StockReplay(StockItem ingested)
{
    private const int WeeksMax = 4;

    // Pieces asked for by week since the first request: as long as the run, of which a year has 53.
    private readonly List<long> _weeks = [];
    private long _first;
    private bool _isLow;

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

    /// <summary>Goes on.</summary>
    /// <returns>The warning that is due then; null if none is.</returns>
    public WarningRow? Next(in StockEventRow row)
    {
        BeginWeeks(row);
        switch (row.Kind)
        {
            case StockEventKind.Requested:
                _weeks[^1] += row.Quantity;
                Asked += row.Quantity;
                Reserved += row.Status == ItemStatus.InStock ? row.Quantity : 0;
                break;
            case StockEventKind.Confirmed:
                Available -= row.Quantity;
                Reserved -= row.Quantity;
                break;
            case StockEventKind.Cancelled:
                Reserved -= row.Quantity;
                break;
            case StockEventKind.Replenished:
                Available += row.Quantity;
                break;
        }

        var level = Available - Reserved;
        var (wasLow, isLow) = (_isLow, Demand > level * Weeks);
        _isLow = isLow;
        return isLow && !wasLow ? new WarningRow(row.Product, row.Number, Demand, Weeks, (int)level, row.Time) : null;
    }

    // Weeks are counted from the first request; time does not go back.
    private void BeginWeeks(in StockEventRow row)
    {
        if (_weeks.Count == 0)
        {
            if (row.Kind != StockEventKind.Requested)
                return;
            _first = row.Time;
            _weeks.Add(0);
        }

        const long WeeksOfACentury = 5_218;
        var due = Math.Min((row.Time - _first) / TimeSpan.FromDays(7).Ticks, WeeksOfACentury);
        while (_weeks.Count <= due)
            _weeks.Add(0);
    }
}
