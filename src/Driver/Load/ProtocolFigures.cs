using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Load;

/// <summary>What the targets counted of their transaction protocol within the measurement.</summary>
internal sealed record ProtocolFigures(ProtocolCounters Counters, int Targets);
