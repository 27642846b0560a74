namespace Marketplace.Driver.Reporting;

/// <summary>What the processes used during the measurement.</summary>
/// <param name="Silo">The silo; null unless the driver launched it.</param>
/// <param name="Driver">The driver.</param>
internal sealed record ResourcesSummary(ProcessSummary? Silo, ProcessSummary Driver);
