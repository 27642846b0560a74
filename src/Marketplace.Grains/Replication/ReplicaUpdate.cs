using Marketplace.Contracts.Events;
using Orleans;

namespace Marketplace.Grains.Replication;

/// <summary>An element of a product's update stream: both kinds of event on one stream, so that their order is kept.</summary>
/// <param name="Updated">E0, or null.</param>
/// <param name="Deleted">E1, or null.</param>
[GenerateSerializer, Immutable]
internal sealed record ReplicaUpdate(PriceUpdated? Updated, ProductDeleted? Deleted);
