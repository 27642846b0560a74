using System.Collections.Immutable;

namespace Marketplace.Driver.Load.Targets;

/// <summary>What one of several targets got within the measurement.</summary>
/// <param name="Url">Its base address.</param>
/// <param name="Count">The requests of all workers.</param>
/// <param name="Changes">When it began or ceased to be ready, in the whole run.</param>
internal sealed record TargetFigures(string Url, TargetCount Count, ImmutableArray<ReadinessChange> Changes);
