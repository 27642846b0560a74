using System.Text.RegularExpressions;
using Xunit;

namespace Marketplace.Simulation.Tests;

/// <summary>The command: many worlds, and what it says of arguments that are wrong.</summary>
[Collection(nameof(ListedWorlds))]
public sealed partial class CommandTests(ListedWorlds worlds)
{
    [Theory]
    [InlineData("--seeds 0..999 --faults none", "1,000 of 1,000 worlds")]
    [InlineData("--seeds 0..1999 --faults all", "2,000 of 2,000 worlds")]
    public void Worlds_of_all_protocols_are_clean(string campaign, string count)
    {
        var (isClean, report) = worlds.ReportOf(campaign);
        Assert.True(isClean, report);
        Assert.Contains(count, report, StringComparison.Ordinal);
        foreach (var protocol in WorldSettings.Protocols)
            Assert.Matches($"{protocol} [0-9]{{3}}", report);

        Assert.Contains("not simulated: orleans-transactions", report, StringComparison.Ordinal);
        if (campaign.Contains("--faults all", StringComparison.Ordinal))
            Assert.Matches("faults that struck: [0-9.]+ a world, none in 0\\b", report);
    }

    [Theory]
    [InlineData("clock-back,crash,client-answer-lost")]
    [InlineData("slow-write,deactivation")]
    public void Something_goes_wrong_in_every_world_that_has_a_fault_of_calls(string faults)
    {
        var (isClean, report) = worlds.ReportOf($"--seeds 5000..5199 --faults {faults}");
        Assert.True(isClean, report);
        Assert.Matches("faults that struck: [0-9.]+ a world, none in 0\\b", report);
    }

    [Theory]
    [InlineData("none")]
    [InlineData("all")]
    public void Two_hundred_worlds_of_clusters_are_clean(string faults)
    {
        var (isClean, report) = worlds.ReportOf($"--seeds 0..199 --faults {faults} --silos 3");
        Assert.True(isClean, report);
        Assert.Contains("200 of 200 worlds", report, StringComparison.Ordinal);
        foreach (var protocol in WorldSettings.ClusterProtocols)
            Assert.Matches($"{protocol} [0-9]{{2}}", report);

        if (faults == "all")
        {
            Assert.Matches("kill-silo +[0-9]{2}", report);
            Assert.Matches("pause-silo +[0-9]{2}", report);
        }
    }

    [Theory(Timeout = 240_000)]
    [InlineData("--seeds 5000..5199 --faults slow-write,deactivation", 0, "200 of 200 worlds")]
    [InlineData("--seeds 0..9 --faults all --mutant LockReleasedEarly", 1, "10 of 10 worlds")]
    public async Task What_two_processes_tell_of_their_worlds_is_put_together(string campaign, int exitCode, string count)
    {
        var (code, output) = await SimulationProgram.Run([.. campaign.Split(' '), "--workers", "2"]);
        Assert.True(code == exitCode, output);
        Assert.Contains(count, output, StringComparison.Ordinal);
        var (_, told) = worlds.ReportOf(campaign);
        Assert.Equal(Sums().Match(told).Value, Sums().Match(output).Value);
        Assert.True(Sums().IsMatch(output), output);
    }

    [Theory(Timeout = 120_000)]
    [InlineData("'orleans-transactions' can't be simulated", "--seed", "1", "--protocol", "orleans-transactions")]
    [InlineData("'rain' is no fault", "--seed", "1", "--faults", "rain")]
    [InlineData("'9..1' are no seeds", "--seeds", "9..1")]
    [InlineData("'none' is not simulated in clusters", "--seed", "1", "--silos", "3", "--protocol", "none")]
    [InlineData("'0' silos can't be simulated", "--seed", "1", "--silos", "0")]
    [InlineData("'some' are no outputs", "--seed", "1", "--outputs", "some")]
    public async Task Arguments_that_are_wrong_end_with_exit_code_2(string reason, params string[] arguments)
    {
        var (code, output) = await SimulationProgram.Run(arguments);
        Assert.Equal(2, code);
        Assert.Contains(reason, output, StringComparison.Ordinal);
    }

    [Theory(Timeout = 120_000)]
    [InlineData("Line 2 of", "--seed 1", "--silos 3 # some")]
    [InlineData("Line 2 of", "--seeds 1..2", "--seed 1 --seeds 0..9")]
    [InlineData("Line 1 of", "--seed 1 --trace")]
    [InlineData("'rain' is no fault", "--seed 1 --faults rain")]
    [InlineData("Unrecognized command or argument", "--seed 1 --sedes 2")]
    [InlineData("There is no world in", "# --seed 1", "")]
    public async Task A_list_of_worlds_that_is_wrong_ends_with_exit_code_2(string reason, params string[] lines)
    {
        var (code, output) = await SimulationProgram.RunList(lines);
        Assert.Equal(2, code);
        Assert.Contains(reason, output, StringComparison.Ordinal);
    }

    [Fact(Timeout = 120_000)]
    public async Task A_list_of_worlds_that_is_not_there_ends_with_exit_code_2()
    {
        var (code, output) = await SimulationProgram.Run("--worlds", Path.Combine(Path.GetTempPath(), "no-such-list"));
        Assert.Equal(2, code);
        Assert.Contains("can't be read", output, StringComparison.Ordinal);
    }

    [Fact(Timeout = 120_000)]
    public async Task It_knows_its_version_and_commit()
    {
        var (code, output) = await SimulationProgram.Run("--version");
        Assert.Equal(0, code);
        Assert.Matches(@"^\d+\.\d+\.\d+(\+[0-9a-f]{40})?\r?\n$", output);
    }

    [GeneratedRegex("traces: [0-9a-f]{16}, the sum of their hashes")]
    private static partial Regex Sums();
}
