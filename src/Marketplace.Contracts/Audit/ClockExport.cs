using Orleans;

namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/clock`: the silo's clock, and what its continuous queries measure by it.</summary>
/// <param name="Time">The time now, UTC.</param>
/// <param name="AbandonmentWindowSeconds">After how many seconds a cart is abandoned.</param>
[GenerateSerializer, Immutable]
public sealed record ClockExport(
    DateTime Time,
    double AbandonmentWindowSeconds);
