using Marketplace.Grains.Replication;

namespace Marketplace.Replication.Redis;

/// <summary>What is to be written of a seller.</summary>
/// <param name="IsOrdered">Whether the seller's updates have an order.</param>
/// <param name="Base">The place that the products build on: what was changed by earlier updates only is not among them.</param>
internal sealed record SellerWrite(
    SellerEntry Entry, bool IsOrdered, long Base, long Sequence, IReadOnlyList<KeyValuePair<int, ProductReplica>> Products);
