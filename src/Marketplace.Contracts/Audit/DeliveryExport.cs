using System.Collections.Immutable;
using Orleans;

namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/deliveries`: what an Update Delivery chose, in chronological order.</summary>
/// <param name="Tid">Transaction.</param>
/// <param name="Time">When, UTC.</param>
/// <param name="Chosen">The orders chosen; at most 10, each of another seller.</param>
[GenerateSerializer, Immutable]
public sealed record DeliveryExport(
    string Tid,
    DateTime Time,
    ImmutableArray<DeliveredOrder> Chosen);
