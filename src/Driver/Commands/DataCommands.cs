using System.CommandLine;
using Marketplace.Driver.Commands.Display;
using Marketplace.Driver.Data;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Target;

namespace Marketplace.Driver.Commands;

/// <summary>`generate`, `ingest`, `check` and `clean`: the steps around the data set.</summary>
internal sealed class DataCommands(DriverHost host, CommonOptions options)
{
    private static readonly TimeSpan ReachLimit = TimeSpan.FromSeconds(10);

    private readonly Option<string?> _to = new("--data")
    {
        Description = "Folder for the data set, or a file that ends with .duckdb. Required, unless data.store is duckdb and so names a file.",
    };

    private readonly Option<string?> _from = new("--data")
    {
        Description = "Folder or DuckDB file of a data set that driver generate wrote. "
            + "Default: the data set is generated while it is sent.",
    };

    public Command Generate()
    {
        var command = new Command("generate", "Writes the data set of a scenario as NDJSON files, or as one DuckDB file.")
        {
            options.Scenario, options.Set, _to,
        };
        command.SetAction(async parsed =>
        {
            var scenario = options.Load(parsed);
            var path = parsed.GetValue(_to)
                ?? (scenario.Data.Store == DataSettings.DuckDb ? DataFile.PathOf(scenario) : null)
                ?? throw new ScenarioException("--data", "FOLDER", "is missing");
            var (generator, description) = (new DataGenerator(scenario.Data, scenario.Seed), DataDescription.Of(scenario));
            if (DataSets.IsFile(path)) await new DataFile(path, generator, description).Write(Progress, host.Interrupt);
            else await new DataFolder(path, generator, description).Write(Progress, host.Interrupt);
            await host.Out.WriteLineAsync($"data set: {path}");
        });
        return command;
    }

    public Command Ingest()
    {
        var command = new Command("ingest", "Sends the data set of a scenario to a silo.")
        {
            options.Scenario, options.Set, options.Target, _from,
        };
        command.SetAction(async parsed =>
        {
            var scenario = options.Load(parsed);
            using var client = await Connect(options.RequireTarget(parsed, scenario));
            await new Ingestion(client, await Source(parsed.GetValue(_from), scenario)).Run(Progress, host.Interrupt);
            await host.Out.WriteLineAsync("ingested");
        });
        return command;
    }

    public Command Check()
    {
        var command = new Command("check", "Compares what a silo holds with the data set of a scenario. Exit code 1 if they differ.")
        {
            options.Scenario, options.Set, options.Target,
        };
        command.SetAction(async parsed =>
        {
            var scenario = options.Load(parsed);
            using var client = await Connect(options.RequireTarget(parsed, scenario));
            var differences = await LoadCheck.Run(client, DataSetShape.Of(scenario.Data), host.Interrupt);
            foreach (var line in differences ?? ["not checkable: the target has no exports"])
                await host.Out.WriteLineAsync(line);
            if (differences is { Count: 0 }) await host.Out.WriteLineAsync("the target holds the data set");
            return differences is { Count: > 0 } ? ExitCode.Violations : ExitCode.Done;
        });
        return command;
    }

    public Command Clean()
    {
        var keepData = new Option<bool>("--keep-data")
        {
            Description = "Puts the silo back to what was ingested (PATCH /reset). Default: empties it (PATCH /cleanup).",
        };
        var command = new Command("clean", "Empties a silo, or puts it back to what was ingested.") { options.Target, keepData };
        command.SetAction(async parsed =>
        {
            using var client = await Connect(options.RequireTarget(parsed, null));
            var path = parsed.GetValue(keepData) ? "reset" : "cleanup";
            var isKnown = await client.Clean(path, host.Interrupt);
            await host.Out.WriteLineAsync(isKnown ? $"{path}: done" : $"the target knows no /{path}");
        });
        return command;
    }

    private IProgress<string> Progress => new PlainDisplay(host.Out, isQuiet: false).Details();

    private async Task<IDataSource> Source(string? path, Scenario scenario)
    {
        var generator = new DataGenerator(scenario.Data, scenario.Seed);
        return path is null
            ? await DataSets.Open(scenario, generator, Progress, host.Interrupt)
            : DataSets.OpenAt(path, scenario, generator);
    }

    private async Task<TargetClient> Connect(Uri[] urls)
    {
        var client = new TargetClient(urls, host.Time);
        await client.WaitReady(ReachLimit, () => null, host.Interrupt);
        return client;
    }
}
