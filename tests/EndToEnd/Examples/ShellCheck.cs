using Marketplace.Driver.Commands;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Scenarios.Studies;
using Marketplace.Driver.Scenarios.Sweeps;

namespace Marketplace.EndToEnd.Examples;

/// <summary>Holds the commands of examples to what they name: programs, options, scenarios, settings, files, resources of Kubernetes.</summary>
internal sealed class ShellCheck(string root, Manifests manifests)
{
    // They come with the systems that examples run on; what they get is not ours.
    private static readonly string[] Others = ["sed", "openssl", "date", "git", "grep", "wait"];

    /// <summary>Checks an example.</summary>
    /// <returns>Why it can't work; null if nothing is wrong.</returns>
    public async Task<string?> Problem(string text)
    {
        var commands = ShellCommand.Read(text);
        if (commands.Count == 0)
            return "holds no command";

        foreach (var command in commands)
        {
            if (await Problem(command) is { } problem)
                return $"{string.Join(' ', command.Words)}: {problem}";
        }

        return null;
    }

    private Task<string?> Problem(ShellCommand command) => command.Words switch
    {
        ["driver", var name] when DriverCommands.Names.Contains(name) => Task.FromResult<string?>(null),
        ["driver" or "marketplace-driver", .. var words] => Driver(words),
        ["dotnet", "run", "-c", "Release", "--project", var project, "--", .. var words] => Program(project, words),
        ["dotnet", "run", "-c", "Release", "--project", var project] => Program(project, []),
        ["dotnet", var assembly, .. var words] when assembly.StartsWith("artifacts/bin/", StringComparison.Ordinal) => Built(assembly, words),
        _ => Task.FromResult(Named(command)),
    };

    // Commands that can be held to files alone.
    private string? Named(ShellCommand command) => command.Words switch
    {
        ["dotnet", "build" or "pack", var project, ..] => project.StartsWith("../", StringComparison.Ordinal) ? null : Missing(project),
        ["dotnet", "tool", "install", "OnlineMarketplace.Driver", ..] => null,
        ["dotnet", "format", "whitespace", var folder, ..] => Missing(folder),
        ["kubectl", .. var words] => manifests.Problem(words),
        ["kind", "load", "docker-image", .. var images] => images.Select(manifests.MissingImage).OfType<string>().FirstOrDefault(),
        ["curl", ..] => HttpExample.Read(command.Words) is null ? "expected a request to http://localhost:8081" : null,
        [var script, ..] when Path.GetExtension(script) == ".sh" || script is "./test" or ".ci/run" => Script(script, command.Environment),
        [var program, ..] when Others.Contains(program) => null,
        _ => "nothing here knows this command; a block that is no example is fenced as text",
    };

    private Task<string?> Built(string assembly, string[] arguments) =>
        assembly.Split('/') is [_, _, var name, "release", var file] && file == name + ".dll"
            ? Program(Directory.Exists(InRoot($"src/{name}")) ? $"src/{name}" : $"tests/{name}", arguments)
            : Task.FromResult<string?>("expected artifacts/bin/NAME/release/NAME.dll");

    private Task<string?> Program(string project, string[] arguments)
    {
        if (Missing($"{project}/{Path.GetFileName(project)}.csproj") is { } missing)
            return Task.FromResult<string?>(missing);

        return project switch
        {
            "src/Driver" => Driver(arguments),
            "src/Marketplace.Silo" => arguments is ["--settings"] ? Task.FromResult<string?>(null) : SiloCheck.Problem(arguments),
            _ => Task.FromResult(project.StartsWith("tests/", StringComparison.Ordinal) ? Filters(project, arguments) : null),
        };
    }

    private async Task<string?> Driver(string[] arguments)
    {
        var parsed = DriverCommands.Parse(arguments);
        if (UsageProblems.Of(parsed) is [var problem, ..])
            return problem;

        var command = parsed.CommandResult.Command;
        try
        {
            return command.Arguments.FirstOrDefault()?.Name switch
            {
                "scenario" => await SiloCheck.Problem(ScenarioLoader.Load(InRoot(parsed.GetRequiredValue<string>("scenario")), Overrides())),
                "sweep" => await SiloCheck.Problem(
                    SweepLoader.Load(InRoot(parsed.GetRequiredValue<string>("sweep")), Overrides(), static same => same)),
                "study" => Problem(
                    StudyLoader.Load(InRoot(parsed.GetRequiredValue<string>("study")), "small", Overrides(), static (need, _) => need)),
                _ => null,
            };
        }
        catch (ScenarioException exception)
        {
            return exception.Message;
        }

        static string? Problem(Study study) => study.Parts.IsEmpty ? $"{study.Text.Name} has no parts" : null;

        string[] Overrides() =>
            command.Options.Any(static option => option.Name == "--set") ? parsed.GetValue<string[]>("--set") ?? [] : [];
    }

    // -class '*.CartTests', -namespace "Marketplace.Silo.Tests.Replication"
    private string? Filters(string project, string[] arguments)
    {
        for (var i = 0; i + 1 < arguments.Length; i += 2)
        {
            var (name, option, value) = (Path.GetFileName(project), arguments[i], arguments[i + 1]);
            var isThere = option switch
            {
                "-class" => Directory
                    .EnumerateFiles(InRoot(project), value[(value.LastIndexOf('.') + 1)..] + ".cs", SearchOption.AllDirectories).Any(),
                "-namespace" => value.StartsWith(name, StringComparison.Ordinal)
                    && Directory.Exists(InRoot($"{project}{value[name.Length..].Replace('.', '/')}")),
                _ => false,
            };
            if (!isThere)
                return $"no test is named by {option} {value}";
        }

        return null;
    }

    private string? Script(string program, string[] environment)
    {
        var file = InRoot(program);
        if (!File.Exists(file))
            return $"{program} does not exist";
        if (!OperatingSystem.IsWindows() && (File.GetUnixFileMode(file) & UnixFileMode.UserExecute) == 0)
            return $"{program} is not executable";

        var text = File.ReadAllText(file);
        return Array.Find(environment, variable => !text.Contains($"{variable}:-", StringComparison.Ordinal)) is { } unknown
            ? $"{program} does not read {unknown}"
            : null;
    }

    private string? Missing(string path) => File.Exists(InRoot(path)) || Directory.Exists(InRoot(path)) ? null : $"{path} does not exist";

    private string InRoot(string path) => Path.Combine(root, path);
}
