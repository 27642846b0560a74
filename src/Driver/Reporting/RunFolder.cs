using System.Collections.Immutable;
using System.Globalization;
using System.Text.Json;
using Marketplace.Audit;
using Marketplace.Driver.Load;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Reporting.Sweeps;

namespace Marketplace.Driver.Reporting;

/// <summary>The folder of a run: where everything is, and how it is read back by the steps audit and report.</summary>
internal sealed class RunFolder
{
    /// <summary>An empty file: a run has begun here.</summary>
    private const string ClaimName = "run.begun";

    /// <summary>Opens or creates a folder.</summary>
    /// <exception cref="IOException">It can't be created.</exception>
    public RunFolder(string path)
    {
        Path = System.IO.Path.GetFullPath(path);
        Directory.CreateDirectory(Path);
    }

    /// <summary>Makes a folder that no other run has, also if another one asks for the same name at the same moment.</summary>
    /// <param name="path">The path wanted; what has it already is left alone, and a number is appended.</param>
    /// <exception cref="IOException">It can't be created.</exception>
    public static string Claim(string path)
    {
        for (var number = 1; ; number++)
        {
            var folder = number == 1 ? path : string.Create(CultureInfo.InvariantCulture, $"{path}-{number}");
            if (!Directory.Exists(folder) || !Directory.EnumerateFileSystemEntries(folder).Any())
            {
                Directory.CreateDirectory(folder);
                if (TryClaim(folder)) return folder;
            }
        }
    }

    /// <summary>Takes a folder that the user named for a run.</summary>
    /// <param name="overwrite">True to replace what an earlier run left in it.</param>
    /// <exception cref="RunFolderException">It holds a run, or a sweep.</exception>
    public static RunFolder Take(string path, bool overwrite)
    {
        if (SweepFolder.IsSweep(path)) throw new RunFolderException($"{path} holds a sweep: give another --output.");
        Directory.CreateDirectory(path);
        var folder = new RunFolder(path);
        if (overwrite) folder.Empty();
        return !folder.Results.Any(System.IO.File.Exists) && TryClaim(path)
            ? folder
            : throw new RunFolderException($"{path} holds a run: give another --output, or --overwrite to replace it.");
    }

    // Who creates the file has the folder: that is the one step which only one of two processes can take.
    private static bool TryClaim(string folder)
    {
        try
        {
            using var claim = new FileStream(System.IO.Path.Combine(folder, ClaimName), FileMode.CreateNew);
            return true;
        }
        catch (IOException) when (System.IO.File.Exists(System.IO.Path.Combine(folder, ClaimName)))
        {
            return false;
        }
    }

    /// <summary>True if a folder holds the results of a run.</summary>
    public static bool IsRun(string path) => System.IO.File.Exists(System.IO.Path.Combine(path, "summary.json"));

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

    /// <summary>Latencies over time.</summary>
    public string LatencySeries => System.IO.Path.Combine(Latency, "timeseries.csv");

    /// <summary>Everything as tables, for queries; made when it is asked for.</summary>
    public string Tables => File("run.duckdb");

    /// <summary>What the target showed the audit, if it was kept: a folder for each export.</summary>
    public string Facts => File("facts");

    /// <summary>What one of several drivers measured, to be added up.</summary>
    public string Measurements => File("measurements.json");

    /// <summary>The files that every run has.</summary>
    public IEnumerable<string> Results => [History, Manifest, Summary, Series];

    /// <summary>Removes what a run left; what is not of a run stays.</summary>
    private void Empty()
    {
        foreach (var file in Results.Append(SiloLog).Append(File("report.html")).Append(Tables).Append(Measurements).Append(File(ClaimName)))
            System.IO.File.Delete(file);
        foreach (var inner in new[] { Latency, Facts }.Where(Directory.Exists))
            Directory.Delete(inner, recursive: true);
    }

    /// <summary>Removes the folder of a run that is broken off, unless it has results, or somebody else's files.</summary>
    public void Discard()
    {
        try
        {
            if (!Directory.Exists(Path) || IsRun(Path)) return;
            Empty();
            if (!Directory.EnumerateFileSystemEntries(Path).Any()) Directory.Delete(Path);
        }
        catch (IOException)
        {
            // Whoever broke it off waits for the end of the process, not for a disk.
        }
    }

    /// <summary>Writes manifest, summary and both series.</summary>
    public async Task Write(RunResults results, CancellationToken cancellationToken)
    {
        await WriteManifest(results.Manifest, cancellationToken);
        await WriteSummary(results.Summary, cancellationToken);
        await System.IO.File.WriteAllLinesAsync(Series, SeriesCsv.Write(results.Series, [.. results.Summary.Transactions.Keys]), cancellationToken);
        Directory.CreateDirectory(Latency);
        await System.IO.File.WriteAllLinesAsync(LatencySeries, LatencyCsv.Write(results.Series), cancellationToken);
    }

    /// <summary>Writes the summary, for example with an audit added.</summary>
    public async Task WriteSummary(RunSummary summary, CancellationToken cancellationToken)
    {
        await using var file = System.IO.File.Create(Summary);
        await JsonSerializer.SerializeAsync(file, summary, ResultsJson.Default.RunSummary, cancellationToken);
    }

    /// <summary>Writes the latency histograms.</summary>
    public async Task WriteLatencies(SummaryBuilder summary, ImmutableArray<WorkloadOperation> operations)
    {
        Directory.CreateDirectory(Latency);
        for (var kind = 0; kind < operations.Length; kind++)
            await Write(operations[kind].Name, summary.LatencyOf(kind));
        await Write("addItem", summary.AddItems());

        Task Write(string name, Histogram times) =>
            System.IO.File.WriteAllLinesAsync(System.IO.Path.Combine(Latency, $"{name}.hgrm"), HistogramFile.Write(times));
    }

    /// <summary>Writes what one of several drivers measured.</summary>
    public async Task WriteMeasurements(RecorderState state, CancellationToken cancellationToken)
    {
        await using var file = System.IO.File.Create(Measurements);
        await JsonSerializer.SerializeAsync(file, state, ResultsJson.Default.RecorderState, cancellationToken);
    }

    /// <summary>Reads what <see cref="WriteMeasurements"/> wrote.</summary>
    /// <exception cref="RunFolderException">There is none: the run is not one of several drivers.</exception>
    public async Task<RecorderState> ReadMeasurements(CancellationToken cancellationToken)
    {
        try
        {
            await using var file = System.IO.File.OpenRead(Measurements);
            return (await JsonSerializer.DeserializeAsync(file, ResultsJson.Default.RecorderState, cancellationToken))!;
        }
        catch (Exception error) when (error is IOException or JsonException)
        {
            throw new RunFolderException($"{Path} is not the run of one of several drivers (driver submit --part): {error.Message}");
        }
    }

    /// <summary>Reads what <see cref="Write"/> wrote.</summary>
    /// <exception cref="RunFolderException">A file is missing or not of this version.</exception>
    public async Task<RunResults> Read(CancellationToken cancellationToken)
    {
        try
        {
            await using var manifestFile = System.IO.File.OpenRead(Manifest);
            await using var summaryFile = System.IO.File.OpenRead(Summary);
            var manifest = await JsonSerializer.DeserializeAsync(manifestFile, ResultsJson.Default.RunManifest, cancellationToken);
            var summary = await JsonSerializer.DeserializeAsync(summaryFile, ResultsJson.Default.RunSummary, cancellationToken);
            var series = SeriesCsv.Read(await System.IO.File.ReadAllLinesAsync(Series, cancellationToken));
            if (System.IO.File.Exists(LatencySeries))
                series = LatencyCsv.Read(await System.IO.File.ReadAllLinesAsync(LatencySeries, cancellationToken), series);
            return new RunResults(manifest!, summary!, series);
        }
        catch (Exception error) when (error is IOException or JsonException or FormatException)
        {
            throw new RunFolderException($"{Path} is not the folder of a run of this version: {error.Message}");
        }
    }

    private async Task WriteManifest(RunManifest manifest, CancellationToken cancellationToken)
    {
        await using var file = System.IO.File.Create(Manifest);
        await JsonSerializer.SerializeAsync(file, manifest, ResultsJson.Default.RunManifest, cancellationToken);
    }

    private string File(string name) => System.IO.Path.Combine(Path, name);
}

/// <summary>A folder does not hold the results that a step needs; the message says what to do.</summary>
internal sealed class RunFolderException(string message) : Exception(message);
