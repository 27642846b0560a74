using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Orleans;

namespace Marketplace.Grains.EventDelivery;

/// <summary>Events by name.</summary>
/// <param name="Ids">Their names.</param>
[GenerateSerializer, Immutable]
public sealed record EventNames(ImmutableArray<EventId> Ids);
