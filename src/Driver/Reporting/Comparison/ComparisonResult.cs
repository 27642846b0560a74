using System.Collections.Immutable;

namespace Marketplace.Driver.Reporting.Comparison;

/// <summary>comparison.json: runs side by side (docs/experiments.md).</summary>
/// <param name="Contenders">What is compared; ratios are relative to the first.</param>
/// <param name="Settings">Members of the scenarios that are not the same in all.</param>
/// <param name="Metrics">The figures that at least one of them has.</param>
/// <param name="Warnings">What makes the comparison doubtful, a sentence each.</param>
internal sealed record ComparisonResult(
    ImmutableArray<ComparedContender> Contenders,
    ImmutableArray<ComparedSetting> Settings,
    ImmutableArray<ComparedMetric> Metrics,
    ImmutableArray<string> Warnings);

/// <summary>What is compared.</summary>
internal sealed record ComparedContender(string Label, ImmutableArray<string> Folders, int AuditsPassed);

/// <summary>A setting that differs.</summary>
/// <param name="Values">Its value in each contender; null where it is not set.</param>
internal sealed record ComparedSetting(string Path, ImmutableArray<string?> Values);

/// <summary>A figure.</summary>
/// <param name="IsShare">True for a share of 1.</param>
/// <param name="Values">Its value in each contender; null where it has none.</param>
/// <param name="Ratios">How many times the first contender's value; null for the first, and where there is none.</param>
internal sealed record ComparedMetric(
    string Name,
    string Title,
    bool IsShare,
    ImmutableArray<Estimate?> Values,
    ImmutableArray<Estimate?> Ratios);
