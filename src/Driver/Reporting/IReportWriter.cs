using System.Collections.Immutable;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Reporting;

/// <summary>Writes report.html, one self-contained page, into the folder of a run.</summary>
internal interface IReportWriter
{
    /// <summary>Writes the page; an old one is replaced.</summary>
    /// <exception cref="IOException">The page can't be written.</exception>
    Task<string> WriteAsync(RunResults results, string folder, CancellationToken cancellationToken);
}

/// <summary>Everything that the folder of a run says.</summary>
/// <param name="Summary">summary.json: what was measured and audited.</param>
/// <param name="Series">timeseries.csv: second by second, warm-up and drain included.</param>
internal sealed record RunResults(RunManifest Manifest, RunSummary Summary, ImmutableArray<SeriesRow> Series);
