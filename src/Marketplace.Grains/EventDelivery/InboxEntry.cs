using Marketplace.Contracts.Audit;
using Orleans;

namespace Marketplace.Grains.EventDelivery;

/// <summary>An event that took effect.</summary>
/// <param name="Id">The event.</param>
/// <param name="Attempt">The attempt to run its transaction: what another attempt told of was rolled back.</param>
/// <param name="Sent">When the call was made, UTC ticks.</param>
[GenerateSerializer, Immutable]
internal readonly record struct InboxEntry(EventId Id, long Attempt, long Sent);
