namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/stock-events`: an event that a stock item processed. There if the setting Recording is `full`.</summary>
/// <param name="ProductId">Product of that seller.</param>
/// <param name="Number">Number of the event among those of the item, from 1.</param>
/// <param name="Tid">Transaction that it belongs to; empty if the client gave no id.</param>
/// <param name="Kind">What happened.</param>
/// <param name="Quantity">Pieces asked for, sold, given back or added.</param>
/// <param name="Status">What a request was answered; in stock for other events.</param>
/// <param name="Time">When, UTC.</param>
/// <param name="TakenBackAfter">
/// 0 for an event that stands. Else it was taken back with its transaction, and others may have built on it until then: the number of the last
/// event before that.
/// </param>
[GenerateSerializer, Immutable]
public sealed record StockEventExport(
    int SellerId,
    int ProductId,
    int Number,
    string Tid,
    StockEventKind Kind,
    int Quantity,
    ItemStatus Status,
    DateTime Time,
    int TakenBackAfter = 0);

/// <summary>What happened to a stock item.</summary>
public enum StockEventKind
{
    /// <summary>E2: a checkout asked for pieces, and got them or not.</summary>
    Requested = 0,

    /// <summary>E6: reserved pieces were sold.</summary>
    Confirmed = 1,

    /// <summary>E7: a reservation was withdrawn.</summary>
    Cancelled = 2,

    /// <summary>E1: the product was deleted.</summary>
    Deleted = 3,

    /// <summary>Pieces were added.</summary>
    Replenished = 4,
}
