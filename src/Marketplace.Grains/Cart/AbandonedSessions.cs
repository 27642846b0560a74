using System.Collections.Immutable;
using Marketplace.Contracts.Events;
using Orleans;

namespace Marketplace.Grains.Cart;

/// <summary>Sessions that were abandoned.</summary>
/// <param name="Sessions">The newest first.</param>
[GenerateSerializer, Immutable]
public sealed record AbandonedSessions(ImmutableArray<CartAbandoned> Sessions);
