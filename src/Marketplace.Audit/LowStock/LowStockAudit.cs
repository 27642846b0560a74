using Marketplace.Audit.Checks;
using Marketplace.Audit.Exports;
using Marketplace.Audit.Spilling;

namespace Marketplace.Audit.LowStock;

/// <summary>
/// Holds the low-stock warnings of a run against the events of the stock items, one item after the other. Both are sorted on disk.
/// </summary>
internal sealed class LowStockAudit(LowStockExact check) : IDisposable
{
    private readonly SpillSorter<StockEventRow> _events = new(StockEventRow.Compare);
    private readonly SpillSorter<WarningRow> _warnings = new(WarningRow.Compare);

    /// <summary>Reads warnings and events.</summary>
    public async Task Load(IFactSource facts, CancellationToken cancellationToken)
    {
        if (!await facts.Exists(Export.Warnings, cancellationToken))
            return;
        check.IsShown = true;
        await foreach (var warning in facts.Read(Export.Warnings, Partition.All, cancellationToken))
        {
            var product = new ProductKey(warning.SellerId, warning.ProductId);
            _warnings.Add(new WarningRow(product, warning.Event, warning.Demand, warning.Weeks, warning.Level, warning.Time.Ticks));
        }

        if (!await facts.Exists(Export.StockEvents, cancellationToken))
            return;
        check.IsRecorded = true;
        await foreach (var record in facts.Read(Export.StockEvents, Partition.All, cancellationToken))
        {
            var product = new ProductKey(record.SellerId, record.ProductId);
            _events.Add(new StockEventRow(
                product, record.Number, record.Time.Ticks, record.Quantity, record.Kind, record.Status, record.TakenBackAfter));
        }
    }

    /// <summary>Examines the items.</summary>
    public void Examine(IEnumerable<ProductFacts> products)
    {
        if (!check.IsOpen)
            return;
        using var events = new PeekingReader<StockEventRow>(_events.Sorted());
        using var warnings = new PeekingReader<WarningRow>(_warnings.Sorted());
        foreach (var product in products.OrderBy(product => product.Key))
        {
            for (; warnings.TryPeek(out var stray) && stray.Product.CompareTo(product.Key) < 0; warnings.Next())
                check.Stray(stray);
            var ofItem = new List<WarningRow>();
            for (; warnings.TryPeek(out var warning) && warning.Product == product.Key; warnings.Next())
                ofItem.Add(warning);
            check.Examine(product, EventsOf(events, product.Key), ofItem);
        }

        for (; warnings.TryPeek(out var stray); warnings.Next())
            check.Stray(stray);
    }

    public void Dispose()
    {
        _events.Dispose();
        _warnings.Dispose();
    }

    private static IEnumerable<StockEventRow> EventsOf(PeekingReader<StockEventRow> events, ProductKey product)
    {
        for (; events.TryPeek(out var row) && row.Product.CompareTo(product) <= 0; events.Next())
        {
            if (row.Product == product)
                yield return row;
        }
    }
}
