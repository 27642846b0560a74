using System.Text.Json.Serialization;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Criteria;
using Marketplace.Driver.Reporting.Sweeps;

namespace Marketplace.Driver.Reporting;

/// <summary>The JSON of manifest.json and summary.json: camelCase, indented, nulls left out.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    WriteIndented = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(RunManifest))]
[JsonSerializable(typeof(RunSummary))]
[JsonSerializable(typeof(ComparisonResult))]
[JsonSerializable(typeof(SweepResult))]
[JsonSerializable(typeof(CriteriaResult))]
internal sealed partial class ResultsJson : JsonSerializerContext;
