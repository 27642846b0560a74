namespace Marketplace.Driver.Scenarios;

/// <summary>The data set (spec §5).</summary>
internal sealed record DataSettings
{
    /// <summary>S: 10,000·S customers, products and stock items. A fraction makes a small set.</summary>
    public required double SizeFactor { get; init; }

    /// <summary>Z: products a seller; the last one may own fewer.</summary>
    public required int ProductsPerSeller { get; init; }

    /// <summary>Pieces of each product in stock.</summary>
    public required int QuantityPerProduct { get; init; }

    /// <summary>Orders already present, times S, all concluded.</summary>
    public required int InitialOrdersPerSizeFactor { get; init; }

    /// <summary>Where the data set is kept between steps of a run: "memory".</summary>
    public required string Store { get; init; }
}
