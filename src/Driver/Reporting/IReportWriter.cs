using System.Collections.Immutable;
using System.Text.Json.Serialization;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Criteria;
using Marketplace.Driver.Reporting.Studies;
using Marketplace.Driver.Reporting.Sweeps;

namespace Marketplace.Driver.Reporting;

/// <summary>Writes report.html, one self-contained page, into the folder of a run.</summary>
internal interface IReportWriter
{
    /// <summary>Writes the page; an old one is replaced.</summary>
    /// <exception cref="IOException">The page can't be written.</exception>
    Task<string> Write(RunResults results, string folder, CancellationToken cancellationToken);
}

/// <summary>Everything that the folder of a run says.</summary>
/// <param name="Summary">summary.json: what was measured and audited.</param>
/// <param name="Series">timeseries.csv: second by second, warm-up and drain included.</param>
internal sealed record RunResults(RunManifest Manifest, RunSummary Summary, ImmutableArray<SeriesRow> Series);

/// <summary>The JSON of manifest.json and summary.json: camelCase, indented, nulls left out.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    WriteIndented = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(RunManifest))]
[JsonSerializable(typeof(RunSummary))]
[JsonSerializable(typeof(RecorderState))]
[JsonSerializable(typeof(ComparisonResult))]
[JsonSerializable(typeof(SweepResult))]
[JsonSerializable(typeof(CriteriaResult))]
[JsonSerializable(typeof(StudyResult))]
internal sealed partial class ResultsJson : JsonSerializerContext;
