namespace Marketplace.Driver.History;

/// <summary>An update delivery.</summary>
internal sealed record UpdateDeliveryOperation : Operation
{
    /// <inheritdoc/>
    public override OperationKind Kind => OperationKind.UpdateDelivery;

    /// <summary>Sellers answered, at most 10; 0 if the target does not say.</summary>
    public required int Sellers { get; init; }

    /// <summary>Packages answered; 0 if the target does not say.</summary>
    public required int Packages { get; init; }
}
