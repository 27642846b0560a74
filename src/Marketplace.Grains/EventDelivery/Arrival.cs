using Marketplace.Contracts.Audit;

namespace Marketplace.Grains.EventDelivery;

/// <summary>An event has arrived.</summary>
/// <param name="Number">Place among the arrivals at this consumer, from 1.</param>
/// <param name="Stage">Whether it had an effect.</param>
internal readonly record struct Arrival(int Number, EventStage Stage);
