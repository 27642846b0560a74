namespace Marketplace.Protocols;

/// <summary>What a transaction is for: the five of the workload (paper section 3.2 and 3.3), and the rest.</summary>
public enum TransactionKind
{
    /// <summary>Customer Checkout.</summary>
    Checkout = 0,

    /// <summary>Price Update.</summary>
    PriceUpdate = 1,

    /// <summary>Product Delete, with or without a replacement.</summary>
    ProductDelete = 2,

    /// <summary>Update Delivery.</summary>
    UpdateDelivery = 3,

    /// <summary>Seller dashboard.</summary>
    Dashboard = 4,

    /// <summary>An operation on a cart other than its checkout.</summary>
    Cart = 5,

    /// <summary>A read of one entity.</summary>
    Read = 6,

    /// <summary>Ingestion, replenishment, reset, clean-up and audit exports.</summary>
    Maintenance = 7,
}
