using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace Marketplace.Benchmarks;

/// <summary>Calls a second: what the engine's aims are stated in.</summary>
internal sealed class CallsPerSecondColumn : IColumn
{
    public string Id => nameof(CallsPerSecondColumn);
    public string ColumnName => "M calls/s";
    public bool AlwaysShow => true;
    public ColumnCategory Category => ColumnCategory.Custom;
    public int PriorityInCategory => 0;
    public bool IsNumeric => true;
    public UnitType UnitType => UnitType.Dimensionless;
    public string Legend => "Millions of calls a second, all threads together";

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase) => GetValue(summary, benchmarkCase, summary.Style);

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase, SummaryStyle style) =>
        summary[benchmarkCase]?.ResultStatistics is { } result ? $"{1_000 / result.Mean:F2}" : "-";

    public bool IsDefault(Summary summary, BenchmarkCase benchmarkCase) => false;

    public bool IsAvailable(Summary summary) => true;
}
