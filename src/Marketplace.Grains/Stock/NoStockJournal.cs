using Marketplace.Contracts.Audit;
using Marketplace.Protocols;

namespace Marketplace.Grains.Stock;

/// <summary>Keeps nothing.</summary>
internal sealed class NoStockJournal : IStockJournal
{
    /// <inheritdoc/>
    public bool IsKept => false;

    /// <inheritdoc/>
    public Task Note(IGrainState<StockState> state, TransactionContext tx, long item, StockEventKind kind, StockStep step) => Task.CompletedTask;
}
