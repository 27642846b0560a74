namespace Marketplace.Driver.History;

/// <summary>A seller dashboard, checked when it was received (check dash.self).</summary>
internal sealed record DashboardOperation : Operation
{
    /// <inheritdoc/>
    public override OperationKind Kind => OperationKind.Dashboard;

    /// <summary>Seller.</summary>
    public required int SellerId { get; init; }

    /// <summary>Order entries answered.</summary>
    public required int Entries { get; init; }

    /// <summary>True if the answer was read and its aggregate equals the fold of its own entries.</summary>
    public required bool IsConsistent { get; init; }
}
