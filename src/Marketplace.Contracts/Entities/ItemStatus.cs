namespace Marketplace.Contracts.Entities;

/// <summary>What Stock answered for an item (contract §3). The numbers are the wire format.</summary>
public enum ItemStatus
{
    /// <summary>UNAVAILABLE.</summary>
    Unavailable = 0,

    /// <summary>OUT_OF_STOCK.</summary>
    OutOfStock = 1,

    /// <summary>IN_STOCK.</summary>
    InStock = 3,
}
