using Marketplace.Contracts.Audit;
using Marketplace.Protocols;

namespace Marketplace.Grains.Stock;

/// <summary>Keeps the events of stock items for the audit of the low-stock warnings, or does not.</summary>
internal interface IStockJournal
{
    /// <summary>Whether it keeps them.</summary>
    bool IsKept { get; }

    /// <summary>Takes an event, if its transaction commits, or if others saw it before it was taken back.</summary>
    /// <param name="item">The item, by <see cref="Keys.Pair"/>.</param>
    /// <returns>When it is in safe keeping.</returns>
    Task Note(IGrainState<StockState> state, TransactionContext tx, long item, StockEventKind kind, StockStep step);
}

/// <summary>Keeps nothing.</summary>
internal sealed class NoStockJournal : IStockJournal
{
    public bool IsKept => false;

    public Task Note(IGrainState<StockState> state, TransactionContext tx, long item, StockEventKind kind, StockStep step) => Task.CompletedTask;
}
