namespace Marketplace.Driver.Scenarios;

/// <summary>The transactions (spec §5).</summary>
internal sealed record WorkloadSettings
{
    /// <summary>Share of each transaction.</summary>
    public required MixSettings Mix { get; init; }

    /// <summary>How the seller of a product, or of a dashboard, is picked.</summary>
    public required DistributionSettings Sellers { get; init; }

    /// <summary>How one of that seller's products is picked.</summary>
    public required DistributionSettings Products { get; init; }

    /// <summary>What a customer puts into the cart, and whether it buys.</summary>
    public required CartSettings Cart { get; init; }

    /// <summary>Range of a price update, as fractions of the current price: [lowest, highest].</summary>
    public required double[] PriceChange { get; init; }

    /// <summary>Share of payments that the provider accepts; set at a silo that is launched.</summary>
    public required double PaymentAcceptance { get; init; }
}
