using System.CommandLine;
using System.CommandLine.Completions;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Commands;

/// <summary>Options that several commands share.</summary>
internal sealed class CommonOptions
{
    public Argument<string> Scenario { get; } = new("scenario")
    {
        Description = "Scenario file, for example config/quickstart.json (docs/scenarios.md).",
    };

    public Option<string[]> Set { get; } = new("--set")
    {
        Description = "Sets a member of the scenario (docs/scenarios.md), for example load.concurrency=48. May be repeated.",
        AllowMultipleArgumentsPerToken = false,

        // Else the help names all that can be completed, and is as wide as that.
        HelpName = "path=value",
        CompletionSources = { _ => ScenarioSchema.Paths.Select(path => new CompletionItem($"{path}=")) },
    };

    public Option<string[]> Target { get; } = new("--target")
    {
        Description = "Address of a silo that already runs, for example http://localhost:8081. Default: the target of the scenario. "
            + "May be repeated, for several gateways of one system.",
        AllowMultipleArgumentsPerToken = false,
    };

    public Option<string?> Output { get; } = new("--output")
    {
        Description = "Folder for the results. Default: a new folder runs/NAME-TIME, named after the scenario and the time.",
    };

    /// <summary>Whether a folder that holds a run may be used again.</summary>
    public Option<bool> Overwrite { get; } = new("--overwrite")
    {
        Description = "Replaces a run in --output. Default: a folder that holds a run is refused.",
    };

    /// <summary>The folder of a run that was made.</summary>
    public Argument<string?> Folder { get; } = new("run")
    {
        Description = "Folder of the run. Required, here or as --output.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    /// <summary>Another way to name it.</summary>
    public Option<string?> Run { get; } = new("--output") { Description = "Folder of the run, in place of the argument." };

    public Option<bool> Quiet { get; } = new("--quiet")
    {
        Description = "Prints phases and results only. Default: each second of the load too.",
    };

    /// <summary>Reads the folder of a run, from the argument or from --output.</summary>
    /// <exception cref="ScenarioException">There is none, or there are two.</exception>
    public string RequireRun(ParseResult parsed) => (parsed.GetValue(Folder), parsed.GetValue(Run)) switch
    {
        ({ } folder, null) => folder,
        (null, { } folder) => folder,
        (null, null) => throw new ScenarioException(parsed.CommandResult.Command.Name, "RUN", "is missing: the folder of a run"),
        _ => throw new ScenarioException("--output", "FOLDER", "expected one folder, found two: the argument names the run too"),
    };

    /// <summary>Reads the scenario with its overrides.</summary>
    /// <exception cref="ScenarioException">It is wrong.</exception>
    public Scenario Load(ParseResult parsed) =>
        Retarget(parsed, ScenarioLoader.Load(parsed.GetRequiredValue(Scenario), parsed.GetValue(Set) ?? []));

    /// <summary>Replaces a scenario's target by that of the command line, if there is one.</summary>
    /// <exception cref="ScenarioException">It is no address.</exception>
    public Scenario Retarget(ParseResult parsed, Scenario scenario) =>
        IsTargetGiven(parsed)
            ? scenario with { Target = At(parsed.GetRequiredValue(Target)) with { Results = scenario.Target.Results } }
            : scenario;

    /// <summary>True if the command line names a target.</summary>
    public bool IsTargetGiven(ParseResult parsed) => parsed.GetValue(Target) is { Length: > 0 };

    /// <summary>Reads the target's addresses, from --target or from the scenario.</summary>
    /// <param name="scenario">The scenario; null for a command that takes none.</param>
    /// <exception cref="ScenarioException">There is none.</exception>
    public Uri[] RequireTarget(ParseResult parsed, Scenario? scenario)
    {
        var settings = IsTargetGiven(parsed) ? At(parsed.GetRequiredValue(Target)) : scenario?.Target;
        return settings?.Urls is { } urls
            ? [.. urls.Select(url => new Uri(url))]
            : throw new ScenarioException("--target", "URL", "is missing: a single step works on a silo that runs already");
    }

    private static TargetSettings At(string[] urls) => Array.Find(urls, url => !UrlsNode.IsBaseAddress(url)) is { } wrong
        ? throw new ScenarioException("--target", "URL", $"expected an address such as http://localhost:8081, found {wrong}")
        : new TargetSettings { Urls = urls };
}
