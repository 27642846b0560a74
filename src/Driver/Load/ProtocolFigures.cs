using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Load;

/// <summary>What the targets counted of their transaction protocol within the measurement.</summary>
/// <param name="Counters">The sum over the targets.</param>
/// <param name="Targets">Targets in it.</param>
internal sealed record ProtocolFigures(ProtocolCounters Counters, int Targets);
