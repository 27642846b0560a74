using System.Text.RegularExpressions;
using Xunit;

namespace Marketplace.EndToEnd.Examples;

/// <summary>Whatever the pages show as a command, as JSON, or as a name can be used as it stands there.</summary>
public sealed partial class ExampleTests
{
    private static readonly string Root = Path.GetDirectoryName(Path.GetDirectoryName(Programs.Config("quickstart.json")))!;
    private static readonly ShellCheck Shell = new(Root, new Manifests(Root));
    private static readonly JsonCheck Json = new(Root);

    [Fact]
    public async Task Every_fenced_block_is_an_example_that_works_or_says_that_it_is_text()
    {
        var (problems, checkedBlocks) = (new List<string>(), 0);
        foreach (var (page, lines) in Pages())
        {
            foreach (var block in Example.Blocks(page, lines))
            {
                checkedBlocks++;
                if (await Problem(block) is { } problem)
                    problems.Add($"{page}:{block.Line}: {problem}");
            }
        }

        AssertNone(problems);
        Assert.True(checkedBlocks > 40, $"Only {checkedBlocks} blocks were found.");
    }

    [Fact]
    public async Task Every_command_in_a_sentence_works()
    {
        var (problems, commands) = (new List<string>(), 0);
        foreach (var (page, lines) in Pages())
        {
            foreach (var command in Example.Commands(page, lines))
            {
                commands++;
                if (await Shell.Problem(command.Text) is { } problem)
                    problems.Add($"{page}:{command.Line}: {problem}");
            }
        }

        AssertNone(problems);
        Assert.True(commands > 40, $"Only {commands} commands were found.");
    }

    [Fact]
    public void Every_path_and_every_setting_in_a_sentence_is_there()
    {
        var settings = SettingNames();
        var problems = Pages().SelectMany(page => Example.Prose(page.Lines).SelectMany(line => Code().Matches(line.Text)
            .Select(match => match.Groups[1].Value)
            .Where(code => (RepositoryPath().IsMatch(code) && !Exists(code)) || (Setting().IsMatch(code) && !settings.Contains(code)))
            .Select(code => $"{page.Name}:{line.Number}: {code}")));
        AssertNone([.. problems]);
        Assert.True(settings.Count > 50, $"Only {settings.Count} settings were found.");
    }

    [Fact]
    public void The_page_of_scenarios_lists_the_commands_of_the_driver()
    {
        var lines = File.ReadAllLines(Path.Combine(Root, "docs/scenarios.md"));
        var list = Example.Blocks("docs/scenarios.md", lines).First(static block => block.Text.StartsWith("driver run", StringComparison.Ordinal));
        Assert.Equal(DriverCommands.Names, list.Text.Split('\n').Select(static line => line.Split(' ')[1]));
    }

    [Theory]
    [InlineData("driver fly", "fly")]
    [InlineData("driver run config/none.json", "config/none.json")]
    [InlineData("driver run config/quickstart.json --set load.currency=3", "load.currency")]
    [InlineData("driver run config/quickstart.json --set target.launch.Protocol=luck", "Marketplace:Protocol")]
    [InlineData("driver sweep config/sweeps/protocols.json --set load.currency=3", "load.currency")]
    [InlineData("dotnet run -c Release --project src/Nothing", "src/Nothing")]
    [InlineData("dotnet run -c Release --project src/Marketplace.Silo -- --Marketplace:Storage=paper", "Marketplace:Storage")]
    [InlineData("dotnet artifacts/bin/Driver.Tests/release/Driver.Tests.dll -class '*.NoSuchTests'", "NoSuchTests")]
    [InlineData("silo='dotnet artifacts/bin/Marketplace.Silo/release/Marketplace.Silo.dll'\n$silo --Marketplace:Engine=steam", "Marketplace:Engine")]
    [InlineData("WHEELS=4 benchmarks/kills.sh", "WHEELS")]
    [InlineData("benchmarks/none.sh", "benchmarks/none.sh")]
    [InlineData("kubectl apply -k k8s/overlays/none", "k8s/overlays/none")]
    [InlineData("kubectl -n marketplace logs job/pilot", "job pilot")]
    [InlineData("kubectl -n market logs job/driver", "namespace")]
    [InlineData("kubectl create secret generic passwords --from-literal=mysql=1", "mysql")]
    [InlineData("kind load docker-image marketplace-silo:9", "marketplace-silo:9")]
    [InlineData("curl http://localhost:9/seller/1", "request")]
    [InlineData("make all", "make")]
    [InlineData("# nothing", "no command")]
    public async Task A_command_that_can_t_work_is_found(string text, string named) =>
        Assert.Contains(named, await Shell.Problem(text), StringComparison.Ordinal);

    [Theory]
    [InlineData("""{ "name": "x", "load": { "concurrency": "many" } }""", "load.concurrency")]
    [InlineData("""{ "name": "x", "target": { "launch": { "Color": "red" } } }""", "Color")]
    [InlineData("""{ "name": "x", "scenario": "../none.json", "axes": { "load.concurrency": [1] } }""", "none.json")]
    [InlineData("""{ "version": "stock/3/12@8", "color": "red" }""", "VersionExport")]
    [InlineData("""{ "color": "red" }""", "known record")]
    [InlineData("{", "JSON")]
    public async Task JSON_that_can_t_work_is_found(string text, string named) =>
        Assert.Contains(named, await Json.Problem(text), StringComparison.OrdinalIgnoreCase);

    private static void AssertNone(IReadOnlyCollection<string> problems) => Assert.True(problems.Count == 0, string.Join('\n', problems));

    private static async Task<string?> Problem(Example block) => block.Language switch
    {
        Example.Shell => await Shell.Problem(block.Text),
        "json" => await Json.Problem(block.Text),
        "sql" or "text" => null, // Queries are run (RunExampleTests).
        "csharp" when block.Page == "docs/adding-a-protocol.md" => null, // An excerpt of the source (TutorialTests).
        _ => $"nothing checks a block of '{block.Language}': fence it as sh, json, sql, or as text",
    };

    private static IEnumerable<(string Name, string[] Lines)> Pages() =>
        Example.Pages(Root).Select(static page => (page, File.ReadAllLines(Path.Combine(Root, page))));

    // The first column of docs/settings.md, which a test of the silo holds to its table.
    // Of the silo, and of the record service.
    private static HashSet<string> SettingNames() => new[] { "docs/settings.md", "docs/studies.md" }
        .SelectMany(static page => File.ReadLines(Path.Combine(Root, page)))
        .Select(static line => Row().Match(line)).Where(static match => match.Success).Select(static match => match.Groups[1].Value).ToHashSet();

    private static bool Exists(string path)
    {
        var (folder, name) = (Path.GetDirectoryName(path)!, Path.GetFileName(path));
        var full = Path.Combine(Root, folder);
        return Directory.Exists(full) && (name.Length == 0 || Directory.EnumerateFileSystemEntries(full, name).Any());
    }

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();

    [GeneratedRegex(@"^(src|tests|config|benchmarks|build|docs|k8s)/[\w./*-]*$")]
    private static partial Regex RepositoryPath();

    [GeneratedRegex(@"^[A-Z]\w+(:[A-Za-z]\w*)+$")]
    private static partial Regex Setting();

    [GeneratedRegex(@"^\| `([\w:]+)` \|")]
    private static partial Regex Row();
}
