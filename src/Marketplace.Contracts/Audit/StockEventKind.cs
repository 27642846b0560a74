namespace Marketplace.Contracts.Audit;

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
