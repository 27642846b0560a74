using System.Collections.Immutable;

namespace Marketplace.Driver.Reporting;

/// <summary>Writes report.html, one self-contained page, into the folder of a run.</summary>
internal interface IReportWriter
{
    /// <summary>Writes the page; an old one is replaced.</summary>
    /// <param name="results">What the run found.</param>
    /// <param name="folder">Folder of the run.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <returns>Path of the page.</returns>
    /// <exception cref="IOException">The page can't be written.</exception>
    Task<string> WriteAsync(RunResults results, string folder, CancellationToken cancellationToken);
}

/// <summary>Everything that the folder of a run says.</summary>
/// <param name="Manifest">manifest.json: what ran, on what.</param>
/// <param name="Summary">summary.json: what was measured and audited.</param>
/// <param name="Series">timeseries.csv: second by second, warm-up and drain included.</param>
internal sealed record RunResults(RunManifest Manifest, RunSummary Summary, ImmutableArray<SeriesRow> Series);
