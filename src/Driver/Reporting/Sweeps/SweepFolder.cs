using System.Globalization;
using System.Text.Json;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Scenarios.Sweeps;

namespace Marketplace.Driver.Reporting.Sweeps;

/// <summary>The folder of a sweep: a folder a point, in it a folder a run, beside them what was found.</summary>
internal sealed class SweepFolder(string path)
{
    public string Path => path;

    /// <summary>True if a folder holds the results of a sweep.</summary>
    public static bool IsSweep(string path) => System.IO.File.Exists(System.IO.Path.Combine(path, "sweep.json"));

    /// <summary>The page.</summary>
    public string Report => File("sweep.html");

    /// <summary>Folder of a run.</summary>
    /// <param name="repeat">Number of the repeat, from 1.</param>
    public string Of(SweepPoint point, int repeat) =>
        System.IO.Path.Combine(path, point.Folder, string.Create(CultureInfo.InvariantCulture, $"r{repeat:00}"));

    /// <summary>Folder of a run that is not counted, and of the log of the silo that was started for it.</summary>
    public string WarmUpOf(SweepPoint point) => File("warm-up-" + point.Folder);

    /// <summary>Makes sure that a sweep may go on in this folder.</summary>
    /// <exception cref="RunFolderException">It holds a run, or what another file swept.</exception>
    public async Task RequireOwn(Sweep sweep)
    {
        if (RunFolder.IsRun(path)) throw new RunFolderException($"{path} holds a run: give another --output.");
        if (!IsSweep(path)) return;
        var before = await Read(CancellationToken.None);
        var isSame = before.Name == sweep.Name
            && before.Axes.Select(axis => axis.Name).SequenceEqual(sweep.Axes.Select(axis => axis.Name))
            && before.Axes.SelectMany(axis => axis.Labels).SequenceEqual(sweep.Axes.SelectMany(axis => axis.Values).Select(value => value.Label));
        if (!isSame)
        {
            var axes = string.Join(", ", before.Axes.Select(axis => $"{axis.Name} [{string.Join(", ", axis.Labels)}]"));
            throw new RunFolderException($"{path} holds another sweep, {before.Name} over {axes}: give another --output.");
        }
    }

    /// <summary>Looks for a run that was done before: brought to its end and audited, on this scenario, by this version.</summary>
    /// <returns>Its results; null if it has to be made.</returns>
    public async Task<RunResults?> Find(SweepPoint point, int repeat, string version)
    {
        var folder = Of(point, repeat);
        if (!RunFolder.IsRun(folder)) return null;
        try
        {
            var results = await new RunFolder(folder).Read(CancellationToken.None);
            var isSame = results.Manifest.DriverVersion == version && Text(results.Manifest.Scenario) == Text(LaunchSecrets.Hide(point.Scenario));
            return isSame && results is { Manifest.Interrupted: false, Summary.Audit: not null } ? results : null;
        }
        catch (RunFolderException)
        {
            return null;
        }
    }

    /// <summary>
    /// Gives up the history of a run whose audit is clean: its silo is gone, so it can't be audited again, and a sweep would fill the disk.
    /// </summary>
    public void DropHistory(SweepPoint point, int repeat) => System.IO.File.Delete(new RunFolder(Of(point, repeat)).History);

    /// <summary>Writes the runs and what they come to: sweep.json, runs.csv, sweep.csv and sweep.md.</summary>
    public async Task Write(SweepResult result)
    {
        Directory.CreateDirectory(path);
        var json = JsonSerializer.Serialize(result, ResultsJson.Default.SweepResult);
        await System.IO.File.WriteAllTextAsync(File("sweep.json"), json);
        await System.IO.File.WriteAllLinesAsync(File("runs.csv"), Runs(result));
        await WriteTables(result);
    }

    /// <summary>Reads the runs that <see cref="Write"/> wrote, and sums them up.</summary>
    /// <exception cref="RunFolderException">sweep.json is missing or not of this version.</exception>
    public async Task<SweepResult> Read(CancellationToken cancellationToken)
    {
        try
        {
            await using var file = System.IO.File.OpenRead(File("sweep.json"));
            var result = await JsonSerializer.DeserializeAsync(file, ResultsJson.Default.SweepResult, cancellationToken);
            return SweepSummary.Again(result!);
        }
        catch (Exception error) when (error is IOException or JsonException)
        {
            throw new RunFolderException($"{path} is not the folder of a sweep of this version: {error.Message}");
        }
    }

    /// <summary>Writes what is to be looked at: sweep.html, its plots as files, and the tables sweep.csv and sweep.md.</summary>
    public async Task WriteReport(SweepResult result, CancellationToken cancellationToken)
    {
        await WriteTables(result);
        await SweepPage.Write(result, Report, cancellationToken);
        await SweepPlots.Write(result, File("plots"), cancellationToken);
    }

    private async Task WriteTables(SweepResult result)
    {
        await System.IO.File.WriteAllLinesAsync(File("sweep.csv"), Points(result));
        await System.IO.File.WriteAllLinesAsync(File("sweep.md"), SweepTable.Markdown(result));
    }

    private static IEnumerable<string> Points(SweepResult result)
    {
        var head = Metrics.All.SelectMany(metric => (string[])[metric.Name, $"{metric.Name}_interval95"]);
        string[] parts = ["ratio", "ratioLow95", "ratioHigh95", "pValue"];
        var ratios = Metrics.All.SelectMany(metric => parts.Select(part => $"{metric.Name}_{part}"));
        yield return Csv.Line([.. result.Axes.Select(axis => axis.Name), "runs", .. head, .. ratios]);
        foreach (var point in result.Points)
        {
            var values = Metrics.All.Select(metric => point.Metrics.GetValueOrDefault(metric.Name))
                .SelectMany(estimate => (object?[])[estimate?.Mean, estimate?.Interval]);
            var relative = Metrics.All.Select(metric => point.Ratios?.GetValueOrDefault(metric.Name))
                .SelectMany(ratio => (object?[])[ratio?.Mean, ratio?.Low, ratio?.High, ratio?.PValue]);
            yield return Csv.Line([.. point.Labels, point.Runs, .. values, .. relative]);
        }
    }

    private static IEnumerable<string> Runs(SweepResult result)
    {
        var names = Metrics.All.Select(metric => metric.Name).ToList();
        names.AddRange(result.Runs.SelectMany(run => run.Metrics.Keys).Except(names).Order(StringComparer.Ordinal));
        yield return Csv.Line([.. result.Axes.Select(axis => axis.Name), "repeat", "exitCode", .. names]);
        foreach (var run in result.Runs)
        {
            var figures = names.Select(name => run.Metrics.TryGetValue(name, out var value) ? value : (object?)null);
            yield return Csv.Line([.. result.Points[run.Point - 1].Labels, run.Repeat, run.ExitCode, .. figures]);
        }
    }

    private static string Text(Scenario scenario) => JsonSerializer.Serialize(scenario, ScenarioJson.Default.Scenario);

    private string File(string name) => System.IO.Path.Combine(path, name);
}
