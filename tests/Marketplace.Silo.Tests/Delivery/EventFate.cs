using Marketplace.Contracts.Audit;

namespace Marketplace.Silo.Tests.Delivery;

/// <summary>How often an event was emitted, took effect, and was known as a repeat.</summary>
internal sealed record EventFate(EventId Id, int Emitted, int Applied, int Repeated);
