using Orleans;

namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/events`: an event was emitted, or arrived at a consumer. There if the setting Recording is `full`.</summary>
/// <param name="Tid">Transaction that produced the event; empty if the client gave no id.</param>
/// <param name="Id">The event.</param>
/// <param name="Stage">What became of it.</param>
/// <param name="Number">
/// Place of the arrival among all arrivals at the consumer, growing, with gaps; of a sending its number in the outbox, 0 without.
/// </param>
/// <param name="Time">When, UTC.</param>
[GenerateSerializer, Immutable]
public sealed record EventExport(string Tid, EventId Id, EventStage Stage, int Number, DateTime Time);
