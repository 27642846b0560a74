namespace Marketplace.Driver.History;

/// <summary>The add of one item to a cart; the items of a session are in its checkout or seal.</summary>
internal sealed record AddOperation : Operation
{
    /// <inheritdoc/>
    public override OperationKind Kind => OperationKind.Add;

    /// <summary>Customer.</summary>
    public required int CustomerId { get; init; }

    /// <summary>The driver's count of this customer's sessions in this run, from 1.</summary>
    public required int Session { get; init; }
}
