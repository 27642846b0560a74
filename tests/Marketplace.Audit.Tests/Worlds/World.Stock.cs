using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;

namespace Marketplace.Audit.Tests;

/// <summary>Events of stock items, and the warnings that follow from them. A world lasts less than a week.</summary>
internal sealed partial class World
{
    public StockExport StockOf(int seller, int product) => Stock.Single(s => (s.Item.SellerId, s.Item.ProductId) == (seller, product));

    public void EditStock(int seller, int product, Func<StockExport, StockExport> edit) =>
        Stock.Edit(s => (s.Item.SellerId, s.Item.ProductId) == (seller, product), edit);

    /// <summary>Adds pieces.</summary>
    public void Replenish(int seller, int product, int quantity)
    {
        var (_, _, _, stamp) = Begin();
        AddStockEvent(seller, product, "", StockEventKind.Replenished, quantity, stamp);
        EditStock(seller, product, s => s with
        {
            Item = s.Item with { QtyAvailable = s.Item.QtyAvailable + quantity },
            Replenished = s.Replenished + quantity,
        });
    }

    /// <summary>Adds an event as the next one of its item, whatever it does to it.</summary>
    public void AddStockEvent(StockEventExport next)
    {
        var number = StockOf(next.SellerId, next.ProductId).Events + 1;
        StockEvents!.Add(next with { Number = number });
        EditStock(next.SellerId, next.ProductId, s => s with { Events = number });
    }

    // A request is noted while its pieces are still counted as available; so the level is without them.
    private void AddStockEvent(
        int seller, int product, string tid, StockEventKind kind, int quantity, DateTime time, ItemStatus status = ItemStatus.InStock)
    {
        var before = StockOf(seller, product);
        var number = before.Events + 1;
        StockEvents?.Add(new StockEventExport(seller, product, number, tid, kind, quantity, status, time));
        var asked = kind == StockEventKind.Requested ? quantity : 0;
        EditStock(seller, product, s => s with { Events = number, Demand = s.Demand + asked, Weeks = asked > 0 ? 1 : s.Weeks });
        var level = before.Item.QtyAvailable - (status == ItemStatus.InStock ? asked : 0);
        if (asked == 0 || before.Demand > before.Item.QtyAvailable || before.Demand + asked <= level)
            return;
        Warnings?.Add(new LowStockWarning(tid, seller, product, number, before.Demand + asked, 1, before.Demand + asked, level, time));
        EditStock(seller, product, s => s with { Warnings = s.Warnings + 1 });
    }
}
