namespace Marketplace.Driver.History;

/// <summary>A price update.</summary>
internal sealed record PriceUpdateOperation : Operation
{
    /// <inheritdoc/>
    public override OperationKind Kind => OperationKind.PriceUpdate;

    /// <summary>Seller.</summary>
    public required int SellerId { get; init; }

    /// <summary>Product of that seller.</summary>
    public required int ProductId { get; init; }

    /// <summary>Version of the product that the update names.</summary>
    public required string Version { get; init; }

    /// <summary>New price of one piece.</summary>
    public required decimal Price { get; init; }

    /// <summary>The place in the order of updates that the target answered; 0 if it did not say.</summary>
    public required long Sequence { get; init; }
}
