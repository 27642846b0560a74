namespace Marketplace.Driver.Scenarios;

/// <summary>What a customer puts into the cart, and whether it buys.</summary>
internal sealed record CartSettings
{
    /// <summary>Distinct items a cart: [fewest, most].</summary>
    public required int[] Items { get; init; }

    /// <summary>Pieces an item: [fewest, most].</summary>
    public required int[] Quantity { get; init; }

    /// <summary>Probability that an item comes with a voucher.</summary>
    public required double VoucherProbability { get; init; }

    /// <summary>Largest voucher, as a fraction of the line.</summary>
    public required double VoucherMax { get; init; }

    /// <summary>Probability that a session is checked out; else it is sealed.</summary>
    public required double CheckoutProbability { get; init; }
}
