using Marketplace.Contracts.Audit;
using Orleans;

namespace Marketplace.Grains.EventDelivery;

/// <summary>An event that took effect, in an inbox that is stored.</summary>
/// <param name="Id">The event.</param>
/// <param name="Arrival">Number of the arrival that had the effect.</param>
/// <param name="Sent">When the youngest of its calls that came was made, UTC ticks.</param>
[GenerateSerializer, Immutable]
internal sealed record KeptEvent(EventId Id, int Arrival, long Sent);
