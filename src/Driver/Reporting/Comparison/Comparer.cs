using System.Collections.Immutable;
using System.Text.Json;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Reporting.Comparison;

/// <summary>Puts contenders side by side.</summary>
internal static class Comparer
{
    private const double FewSeconds = 5;

    /// <param name="contenders">At least two; ratios are relative to the first.</param>
    public static ComparisonResult Compare(ImmutableArray<Contender> contenders) => new(
        [.. contenders.Select(contender => new ComparedContender(
            contender.Label,
            [.. contender.Runs.Select(run => run.Folder)],
            contender.Runs.Count(run => run.Results.Summary.Audit is { Passed: true })))],
        Settings(contenders),
        [.. Comparison.Metrics.All.Select(metric => Compare(metric, contenders)).Where(metric => metric.Values.Any(value => value is not null))],
        [.. Warnings(contenders)])
    {
        Outliers = [.. Comparison.Metrics.All.SelectMany(metric => contenders.SelectMany(contender => contender.OutliersOf(metric)))],
    };

    private static ComparedMetric Compare(Metric metric, ImmutableArray<Contender> contenders)
    {
        var values = contenders.Select(contender => contender.Of(metric)).ToImmutableArray();
        var ratios = contenders.Select((contender, i) => i > 0 ? contender.Over(contenders[0], metric) : null);
        return new ComparedMetric(metric.Name, metric.Title, metric.IsShare, values, [.. ratios]);
    }

    private static ImmutableArray<ComparedSetting> Settings(ImmutableArray<Contender> contenders)
    {
        var all = contenders.Select(contender => Flatten(contender.Manifest)).ToList();
        var paths = all.SelectMany(settings => settings.Keys).Distinct();
        return
        [
            .. paths.Select(path => new ComparedSetting(path, [.. all.Select(settings => settings.GetValueOrDefault(path))]))
                .Where(setting => setting.Path != "name" && setting.Values.Distinct().Count() > 1),
        ];
    }

    private static Dictionary<string, string> Flatten(RunManifest manifest) =>
        SettingsText.Flatten("", JsonSerializer.SerializeToNode(manifest.Scenario, ResultsJson.Default.Scenario))
            .ToDictionary(setting => setting.Path, setting => setting.Value);

    private static IEnumerable<string> Warnings(ImmutableArray<Contender> contenders)
    {
        var runs = contenders.SelectMany(contender => contender.Runs.Select(run => (contender.Label, run.Results))).ToList();
        var manifests = runs.Select(run => run.Results.Manifest).ToList();
        if (manifests.Select(manifest => manifest.Machine).Distinct().Count() > 1)
            yield return "The runs were made on different machines.";
        if (manifests.Select(manifest => manifest.DriverVersion).Distinct().Count() > 1)
            yield return "The runs were made with different versions of the driver.";
        foreach (var contender in contenders.Where(contender => Scenarios(contender) > 1))
            yield return $"The runs of {contender.Label} are no repeats: their scenarios differ.";
        foreach (var contender in contenders.Where(contender => contender.Runs.Length is > 1 and < Estimate.RepeatsMin))
            yield return $"{contender.Label}: {RepeatsText.WithoutInterval([contender.Runs.Length])}.";
        var doubts = runs.SelectMany(run => Doubts(run.Results).Select(doubt => (run.Label, doubt.Cause, doubt.Detail)));
        foreach (var cause in doubts.GroupBy(doubt => doubt.Cause))
        {
            var labels = string.Join(", ", cause.Select(doubt => doubt.Label).Distinct());
            var details = cause.Select(doubt => doubt.Detail).Distinct().ToList();
            yield return $"{labels}: {cause.Key}{(details.Count > 1 ? ", for example" : "")}{details[0]}.";
        }
    }

    private static IEnumerable<(string Cause, string Detail)> Doubts(RunResults results)
    {
        if (results.Manifest.Build == "Debug") yield return ("a Debug build measures nothing worth knowing", "");
        if (results.Manifest.Interrupted) yield return ("the run was interrupted", "");
        if (results.Summary.MeasuredSeconds < FewSeconds)
            yield return ("the measurement was short", $" ({results.Summary.MeasuredSeconds:0.#} s)");
        if (results.Summary.Audit is { Passed: false } audit) yield return ("the audit failed", $": {audit.Sentence.TrimEnd('.')}");
        if (results.Summary.Driver.Bottleneck is { } reason) yield return ("the driver bounds the result", $": {reason}");
    }

    private static int Scenarios(Contender contender) => contender.Runs
        .Select(run => JsonSerializer.Serialize(run.Results.Manifest.Scenario, ScenarioJson.Default.Scenario)).Distinct().Count();
}
