using System.Text.RegularExpressions;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Scenarios.Sweeps;

/// <summary>docs/paper.md, the sweeps of config/paper, the script that runs them, and their pictures belong together.</summary>
public sealed partial class PaperPageTests
{
    private const string OnKubernetes = "kubernetes";

    private static readonly string Page = File.ReadAllText(Repository.File("docs", "paper.md"));

    private static readonly string[] Sweeps =
        [.. Directory.GetFiles(Repository.File("config", "paper"), "*.json").Select(file => Path.GetFileNameWithoutExtension(file)).Order()];

    [Fact]
    public void Each_sweep_has_its_command_and_its_picture_on_the_page()
    {
        Assert.All(Sweeps.Where(sweep => sweep != OnKubernetes), sweep =>
        {
            Assert.Contains($"driver sweep config/paper/{sweep}.json", Page, StringComparison.Ordinal);
            Assert.Contains($"images/paper-{sweep}-", Page, StringComparison.Ordinal);
        });
        Assert.Contains("config/paper/kubernetes.json", Page, StringComparison.Ordinal);
    }

    [Fact]
    public void Each_picture_is_there_and_is_what_the_script_copies()
    {
        var pictures = Picture().Matches(Page).Select(match => match.Groups[1].Value).ToList();

        Assert.NotEmpty(pictures);
        Assert.All(pictures, picture => Assert.True(File.Exists(Repository.File("docs", picture)), picture));
        Assert.All(pictures, picture => Assert.Matches(@"^images/paper-[\w-]+-(throughput|latency)\.svg$", picture));
    }

    [Fact]
    public void The_script_runs_all_sweeps()
    {
        var list = File.ReadLines(Repository.File("benchmarks", "paper.sh")).Single(line => line.StartsWith("all=", StringComparison.Ordinal));

        Assert.Equal(Sweeps.Where(sweep => sweep != OnKubernetes), list.Split('"')[1].Split(' ').Order());
    }

    [GeneratedRegex(@"^!\[[^\]]*\]\(([^)]*)\)", RegexOptions.Multiline)]
    private static partial Regex Picture();
}
