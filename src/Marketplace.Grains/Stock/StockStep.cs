using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;

namespace Marketplace.Grains.Stock;

/// <summary>What an event did to a stock item.</summary>
/// <param name="Number">Number of the event among those of the item, from 1; 0 for a repeat, which does nothing.</param>
/// <param name="Time">When it was processed, UTC.</param>
/// <param name="Quantity">Pieces asked for, sold, given back or added.</param>
/// <param name="Status">What a request is answered; in stock for other events.</param>
/// <param name="Warning">For the seller, if the event made the stock low.</param>
internal readonly record struct StockStep(int Number, DateTime Time, int Quantity, ItemStatus Status, LowStockWarning? Warning = null)
{
    /// <summary>A repeat.</summary>
    public static StockStep None => new(0, default, 0, ItemStatus.InStock);
}
