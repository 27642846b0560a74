namespace Marketplace.Contracts.Audit;

/// <summary>The services that hear of events.</summary>
public enum EventConsumer
{
    /// <summary>Stock: seller and product are its key.</summary>
    Stock = 0,

    /// <summary>Order: the customer is its key.</summary>
    Order = 1,

    /// <summary>Shipment: the partition is its key.</summary>
    Shipment = 2,

    /// <summary>Customer.</summary>
    Customer = 3,

    /// <summary>Seller.</summary>
    Seller = 4,
}
