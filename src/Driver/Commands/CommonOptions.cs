using System.CommandLine;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Commands;

/// <summary>Options that several commands share.</summary>
internal sealed class CommonOptions
{
    /// <summary>The scenario file.</summary>
    public Argument<string> Scenario { get; } = new("scenario") { Description = "Scenario file (docs/scenarios.md)." };

    /// <summary>Overrides.</summary>
    public Option<string[]> Set { get; } = new("--set")
    {
        Description = "Overrides a member of the scenario, e.g. --set load.concurrency=48. May be repeated.",
        AllowMultipleArgumentsPerToken = false,
    };

    /// <summary>A target that runs already.</summary>
    public Option<string?> Target { get; } = new("--target")
    {
        Description = "Base address of a silo that runs already; instead of the scenario's target.",
    };

    /// <summary>The folder of the run.</summary>
    public Option<string?> Output { get; } = new("--output")
    {
        Description = "Folder of the run.",
    };

    /// <summary>The folder of a data set.</summary>
    public Option<string?> Data { get; } = new("--data")
    {
        Description = "Folder of a data set that `generate` wrote.",
    };

    /// <summary>Less progress.</summary>
    public Option<bool> Quiet { get; } = new("--quiet") { Description = "Prints phases and results only." };

    /// <summary>Reads the scenario with its overrides.</summary>
    /// <param name="parsed">The command line.</param>
    /// <exception cref="ScenarioException">It is wrong.</exception>
    public Scenario Load(ParseResult parsed)
    {
        var scenario = ScenarioLoader.Load(parsed.GetRequiredValue(Scenario), parsed.GetValue(Set) ?? []);
        return parsed.GetValue(Target) is { } url ? scenario with { Target = At(url) } : scenario;
    }

    /// <summary>Reads the target's address, from --target or from the scenario.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="scenario">The scenario; null for a command that takes none.</param>
    /// <exception cref="ScenarioException">There is none.</exception>
    public Uri RequireTarget(ParseResult parsed, Scenario? scenario)
    {
        var settings = parsed.GetValue(Target) is { } url ? At(url) : scenario?.Target;
        return settings?.Urls is { } urls
            ? new Uri(urls[0])
            : throw new ScenarioException("--target", "URL", "is missing: a single step works on a silo that runs already");
    }

    private static TargetSettings At(string url) => UrlsNode.IsBaseAddress(url)
        ? new TargetSettings { Urls = [url] }
        : throw new ScenarioException("--target", "URL", $"expected an address such as http://localhost:8081, found {url}");
}
