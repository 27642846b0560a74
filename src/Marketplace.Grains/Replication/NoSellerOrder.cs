using Marketplace.Protocols;

namespace Marketplace.Grains.Replication;

/// <summary>The updates of a seller have no order.</summary>
internal sealed class NoSellerOrder : ISellerOrder
{
    /// <inheritdoc/>
    public ValueTask<long> Append(TransactionContext tx, ReplicaUpdate update) => default;
}
