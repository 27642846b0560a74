namespace Marketplace.Contracts.Requests;

/// <summary>What a receipt is of; on the wire a number.</summary>
public enum TransactionType
{
    /// <summary>Customer Checkout.</summary>
    CustomerSession = 0,

    /// <summary>Seller dashboard; it is always answered, so it has no receipt.</summary>
    QueryDashboard = 1,

    /// <summary>Price Update.</summary>
    PriceUpdate = 2,

    /// <summary>Product Delete, with or without a replacement.</summary>
    UpdateProduct = 3,

    /// <summary>Update Delivery.</summary>
    UpdateDelivery = 4,
}
