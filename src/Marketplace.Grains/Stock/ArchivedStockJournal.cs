using Marketplace.Contracts.Audit;
using Marketplace.Grains.Archiving;
using Marketplace.Protocols;

namespace Marketplace.Grains.Stock;

/// <summary>Keeps the events in the archive (Recording `full`).</summary>
internal sealed class ArchivedStockJournal(IArchive archive) : IStockJournal
{
    public bool IsKept => true;

    public Task Note(IGrainState<StockState> state, TransactionContext tx, long item, StockEventKind kind, StockStep step)
    {
        if (step.Number == 0)
            return Task.CompletedTask;

        var (seller, product) = (Keys.First(item), Keys.Second(item));
        var record = new StockEventExport(seller, product, step.Number, tx.Tid, kind, step.Quantity, step.Status, step.Time);
        return state.OnCommit(tx, new StockEventAction(archive, record));
    }
}
