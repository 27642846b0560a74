using System.Collections.Immutable;

namespace Marketplace.Driver.Reporting;

/// <summary>Everything that the folder of a run says.</summary>
/// <param name="Manifest">manifest.json: what ran, on what.</param>
/// <param name="Summary">summary.json: what was measured and audited.</param>
/// <param name="Series">timeseries.csv: second by second, warm-up and drain included.</param>
internal sealed record RunResults(RunManifest Manifest, RunSummary Summary, ImmutableArray<SeriesRow> Series);
