using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.LowStock;

/// <summary>An event that a stock item processed.</summary>
/// <param name="Time">When, in ticks of UTC.</param>
/// <param name="TakenBackAfter">0 if it stands; else the number of the last event before it was taken back.</param>
internal readonly record struct StockEventRow(
    ProductKey Product, int Number, long Time, int Quantity, StockEventKind Kind, ItemStatus Status, int TakenBackAfter = 0)
{
    /// <summary>Compares by item and number.</summary>
    public static int Compare(StockEventRow a, StockEventRow b) =>
        a.Product != b.Product ? a.Product.CompareTo(b.Product) : a.Number.CompareTo(b.Number);
}

/// <summary>A low-stock warning.</summary>
/// <param name="Event">Number of the request that made the stock low.</param>
/// <param name="Demand">Pieces asked for in the weeks that count.</param>
/// <param name="Time">When, in ticks of UTC.</param>
internal readonly record struct WarningRow(ProductKey Product, int Event, long Demand, int Weeks, int Level, long Time)
{
    /// <summary>Compares by item and event.</summary>
    public static int Compare(WarningRow a, WarningRow b) =>
        a.Product != b.Product ? a.Product.CompareTo(b.Product) : a.Event.CompareTo(b.Event);

    /// <summary>The warning for a person.</summary>
    public override string ToString() => $"at event {Event}: {Demand} pieces asked for in {Weeks} weeks, {Level} left";
}
