namespace Marketplace.Driver.Scenarios;

/// <summary>Share of each transaction, in percent; together 100.</summary>
internal sealed record MixSettings
{
    /// <summary>Customer sessions.</summary>
    public required double Checkout { get; init; }

    /// <summary>Price updates.</summary>
    public required double PriceUpdate { get; init; }

    /// <summary>Product deletes.</summary>
    public required double ProductDelete { get; init; }

    /// <summary>Update deliveries.</summary>
    public required double UpdateDelivery { get; init; }

    /// <summary>Seller dashboards.</summary>
    public required double Dashboard { get; init; }
}
