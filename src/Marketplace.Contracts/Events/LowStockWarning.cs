namespace Marketplace.Contracts.Events;

/// <summary>LowStockWarning: in an average week more of an item is asked for than is left of it (paper section 3.2, continuous queries).</summary>
/// <param name="Tid">Transaction whose request made it so.</param>
/// <param name="ProductId">Product of that seller.</param>
/// <param name="Event">Number of that request among the events of the item, from 1. It names the warning.</param>
/// <param name="Demand">Pieces asked for in the weeks that count.</param>
/// <param name="Weeks">How many weeks count, 1–4.</param>
/// <param name="WeeklyDemand">Pieces asked for in an average week, rounded to hundredths.</param>
/// <param name="Level">Pieces left: available − reserved.</param>
/// <param name="Time">When, UTC.</param>
[GenerateSerializer, Immutable]
public sealed record LowStockWarning(
    string Tid,
    int SellerId,
    int ProductId,
    int Event,
    long Demand,
    int Weeks,
    decimal WeeklyDemand,
    int Level,
    DateTime Time);
