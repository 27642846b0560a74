using Marketplace.Contracts.Audit;
using Orleans;

namespace Marketplace.Protocols;

/// <summary>What a call tells of the event that it delivers, so that its consumer knows a repeat.</summary>
/// <param name="Id">The event.</param>
/// <param name="Sent">When this call was made, UTC ticks. A call that is older than calls may get is refused.</param>
/// <param name="Attempt">
/// The attempt to run the transaction that the event belongs to: what another attempt told of was rolled back. 0 under a protocol that does
/// not tell attempts apart.
/// </param>
[GenerateSerializer, Immutable]
public sealed record EventStamp(EventId Id, long Sent, long Attempt);
