using System.Collections.Immutable;

namespace Marketplace.Driver.Reporting;

/// <summary>What the processes used during the measurement.</summary>
/// <param name="Silo">The silo; null unless the driver launched it.</param>
/// <param name="Driver">The driver.</param>
/// <param name="Servers">
/// The servers that the driver started, by name ("postgresql"); null without. Memory that their processes share counts once.
/// </param>
internal sealed record ResourcesSummary(
    ProcessSummary? Silo,
    ProcessSummary Driver,
    ImmutableSortedDictionary<string, ProcessSummary>? Servers = null);
