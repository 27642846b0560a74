namespace Marketplace.Driver.History;

/// <summary>A product delete: the product is replaced by a new version under the same key.</summary>
internal sealed record ProductDeleteOperation : Operation
{
    /// <inheritdoc/>
    public override OperationKind Kind => OperationKind.ProductDelete;

    /// <summary>Seller.</summary>
    public required int SellerId { get; init; }

    /// <summary>Product of that seller.</summary>
    public required int ProductId { get; init; }

    /// <summary>Version that the driver's mirror held when it sent the replacement.</summary>
    public required string OldVersion { get; init; }

    /// <summary>Version of the replacement: the tid of this operation.</summary>
    public required string NewVersion { get; init; }

    /// <summary>Price of one piece of the replacement.</summary>
    public required decimal Price { get; init; }

    /// <summary>The place in the order of updates that the target answered; 0 if it did not say.</summary>
    public required long Sequence { get; init; }
}
