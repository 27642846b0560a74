using System.Text.Json;
using Marketplace.Driver.Reporting.Html;
using Marketplace.Driver.Reporting.Sweeps;

namespace Marketplace.Driver.Reporting.Studies;

/// <summary>The folder of a study: a folder with a sweep for each part, beside them what was found.</summary>
internal sealed class StudyFolder(string path)
{
    /// <summary>The page.</summary>
    public string Report => File("study.html");

    /// <summary>True if a folder holds a study.</summary>
    public static bool IsStudy(string path) => System.IO.File.Exists(Path.Combine(path, "study.json"));

    /// <summary>The folder of a part's sweep.</summary>
    public SweepFolder Of(string part) => new(File(part));

    /// <summary>Reads what was measured, and judges it.</summary>
    /// <exception cref="RunFolderException">The folder is not that of a study of this version.</exception>
    public async Task<(StudyResult Result, Dictionary<string, SweepResult> Sweeps)> Read(CancellationToken cancellationToken)
    {
        StudyResult result;
        try
        {
            await using var file = System.IO.File.OpenRead(File("study.json"));
            result = (await JsonSerializer.DeserializeAsync(file, ResultsJson.Default.StudyResult, cancellationToken))!;
        }
        catch (Exception error) when (error is IOException or JsonException)
        {
            throw new RunFolderException($"{path} is not the folder of a study of this version: {error.Message}");
        }

        var sweeps = new Dictionary<string, SweepResult>();
        foreach (var part in result.Parts)
            if (part.IsRun && SweepFolder.IsSweep(File(part.Name))) sweeps[part.Name] = await Of(part.Name).Read(cancellationToken);
        return (result.Judge(sweeps), sweeps);
    }

    /// <summary>Writes study.json, study.md, study.html and the plots.</summary>
    public async Task Write(StudyResult result, IReadOnlyDictionary<string, SweepResult> sweeps, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(path);
        var json = JsonSerializer.Serialize(result, ResultsJson.Default.StudyResult);
        await System.IO.File.WriteAllTextAsync(File("study.json"), json, cancellationToken);
        var sections = StudySections.Of(result, sweeps).ToList();
        await System.IO.File.WriteAllLinesAsync(File("study.md"), StudyMarkdown.Lines(result, sections), cancellationToken);
        var plots = StudyPlots.Of(result, sweeps).ToList();
        await HtmlDocument.Write(Report, result.Text.Name, page => StudyPage.Write(page, result, sections, plots), cancellationToken);
        if (plots.Count > 0) await SweepPlots.Write(plots, File("plots"), cancellationToken);
    }

    private string File(string name) => Path.Combine(path, name);
}
