using System.Text.Json.Nodes;
using Xunit;

namespace Marketplace.EndToEnd;

public sealed class KeptSilosTests
{
    // Two settings, four runs, and a limit that none reaches: as many silos as settings, each run on the right one, each audit clean.
    [Fact]
    public async Task Runs_with_the_same_settings_of_the_silo_share_one()
    {
        using var folder = new RunFolder();
        var file = folder.WriteScenario(
            $$"""
            { "name": "kept", "scenario": "{{Programs.Config("quickstart.json")}}", "silos": "kept", "repeats": 2,
              "set": { "data.sizeFactor": 0.02, "load.operations": 300, "epochs.seconds": 60, "epochs.count": 1, "epochs.warmUp": 0 },
              "axes": { "target.launch.Protocol": ["ordered-locking", "deterministic"] } }
            """);

        var (exitCode, output) = await Programs.Drive("sweep", file, "--quiet", "--output", folder.Results);

        Assert.True(exitCode == 0, output);
        Assert.Equal(2, output.Split("warming its silo").Length - 1);
        var runs = Directory.GetFiles(folder.Results, "manifest.json", SearchOption.AllDirectories)
            .Where(path => !path.Contains("warm-up", StringComparison.Ordinal))
            .Select(path => JsonNode.Parse(File.ReadAllText(path))!)
            .ToLookup(run => run["scenario"]!["target"]!["launch"]!["Protocol"]!.GetValue<string>());
        Assert.Equal([2, 2], [runs["ordered-locking"].Count(), runs["deterministic"].Count()]);
        Assert.Single(Addresses(runs["ordered-locking"]));
        Assert.Single(Addresses(runs["deterministic"]));
        Assert.Equal(2, Addresses(runs.SelectMany(run => run)).Length);
    }

    private static string[] Addresses(IEnumerable<JsonNode> runs) => [.. runs.Select(run => run["target"]![0]!.GetValue<string>()).Distinct()];
}
