using Marketplace.Grains.Replication;

namespace Marketplace.Replication.Redis;

/// <summary>What is to be written of a seller.</summary>
/// <param name="Entry">The seller.</param>
/// <param name="IsOrdered">Whether the seller's updates have an order.</param>
/// <param name="Base">The place that the products build on: what was changed by earlier updates only is not among them.</param>
/// <param name="Sequence">The place that they lead to.</param>
/// <param name="Products">The products.</param>
internal sealed record SellerWrite(
    SellerEntry Entry, bool IsOrdered, long Base, long Sequence, IReadOnlyList<KeyValuePair<int, ProductReplica>> Products);
