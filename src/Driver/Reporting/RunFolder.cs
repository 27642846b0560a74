using System.Text.Json;

namespace Marketplace.Driver.Reporting;

/// <summary>The folder of a run: where everything is, and how it is read back by the steps audit and report.</summary>
internal sealed class RunFolder
{
    /// <summary>Opens or creates a folder.</summary>
    /// <param name="path">The folder.</param>
    /// <exception cref="IOException">It can't be created.</exception>
    public RunFolder(string path)
    {
        Path = System.IO.Path.GetFullPath(path);
        Directory.CreateDirectory(Path);
    }

    /// <summary>True if a folder holds the results of a run.</summary>
    /// <param name="path">The folder.</param>
    public static bool IsRun(string path) => System.IO.File.Exists(System.IO.Path.Combine(path, "summary.json"));

    /// <summary>The folder.</summary>
    public string Path { get; }

    /// <summary>The driver's history.</summary>
    public string History => File("history.bin");

    /// <summary>What ran, on what.</summary>
    public string Manifest => File("manifest.json");

    /// <summary>What was measured and audited.</summary>
    public string Summary => File("summary.json");

    /// <summary>Second by second.</summary>
    public string Series => File("timeseries.csv");

    /// <summary>Output of a silo that the driver started.</summary>
    public string SiloLog => File("silo.log");

    /// <summary>Latency histograms.</summary>
    public string Latency => File("latency");

    /// <summary>Writes manifest, summary and series.</summary>
    /// <param name="results">The results.</param>
    /// <param name="cancellationToken">Gives up.</param>
    public async Task WriteAsync(RunResults results, CancellationToken cancellationToken)
    {
        await WriteManifestAsync(results.Manifest, cancellationToken);
        await WriteSummaryAsync(results.Summary, cancellationToken);
        await System.IO.File.WriteAllLinesAsync(Series, SeriesCsv.Write(results.Series), cancellationToken);
    }

    /// <summary>Writes the summary, for example with an audit added.</summary>
    /// <param name="summary">The summary.</param>
    /// <param name="cancellationToken">Gives up.</param>
    public async Task WriteSummaryAsync(RunSummary summary, CancellationToken cancellationToken)
    {
        await using var file = System.IO.File.Create(Summary);
        await JsonSerializer.SerializeAsync(file, summary, ResultsJson.Default.RunSummary, cancellationToken);
    }

    /// <summary>Reads what <see cref="WriteAsync"/> wrote.</summary>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="RunFolderException">A file is missing or not of this version.</exception>
    public async Task<RunResults> ReadAsync(CancellationToken cancellationToken)
    {
        try
        {
            await using var manifestFile = System.IO.File.OpenRead(Manifest);
            await using var summaryFile = System.IO.File.OpenRead(Summary);
            var manifest = await JsonSerializer.DeserializeAsync(manifestFile, ResultsJson.Default.RunManifest, cancellationToken);
            var summary = await JsonSerializer.DeserializeAsync(summaryFile, ResultsJson.Default.RunSummary, cancellationToken);
            var lines = await System.IO.File.ReadAllLinesAsync(Series, cancellationToken);
            return new RunResults(manifest!, summary!, SeriesCsv.Read(lines));
        }
        catch (Exception error) when (error is IOException or JsonException or FormatException)
        {
            throw new RunFolderException($"{Path} is not the folder of a run of this version: {error.Message}");
        }
    }

    private async Task WriteManifestAsync(RunManifest manifest, CancellationToken cancellationToken)
    {
        await using var file = System.IO.File.Create(Manifest);
        await JsonSerializer.SerializeAsync(file, manifest, ResultsJson.Default.RunManifest, cancellationToken);
    }

    private string File(string name) => System.IO.Path.Combine(Path, name);
}
