using System.Collections.Immutable;
using Marketplace.Contracts.Requests;
using Orleans;

namespace Marketplace.Grains.Order;

/// <summary>What became of several things that were asked for at once.</summary>
/// <param name="Items">For each of them null, or why it was not done.</param>
[GenerateSerializer, Immutable]
public sealed record Refusals(ImmutableArray<Refusal?> Items);
