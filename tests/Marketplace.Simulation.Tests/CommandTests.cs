using Xunit;

namespace Marketplace.Simulation.Tests;

/// <summary>The command: many worlds, and what it says of arguments that are wrong.</summary>
public sealed class CommandTests
{
    // One campaign takes two workers, so that what they tell is put together. The others take one, as each compiles all of it for itself.
    [Theory(Timeout = 600_000)]
    [InlineData("none", "2")]
    [InlineData("all", "1")]
    public async Task Two_thousand_worlds_of_all_protocols_are_clean(string faults, string workers)
    {
        var (code, output) = await SimulationProgram.Run("--seeds", "0..1999", "--faults", faults, "--workers", workers);
        TestContext.Current.TestOutputHelper!.WriteLine(output);
        Assert.True(code == 0, output);
        Assert.Contains("2,000 of 2,000 worlds", output, StringComparison.Ordinal);
        foreach (var protocol in WorldSettings.Protocols)
            Assert.Matches($"{protocol} [0-9]{{3}}", output);

        Assert.Contains("not simulated: orleans-transactions", output, StringComparison.Ordinal);
        if (faults == "all")
            Assert.Matches("faults that struck: [0-9.]+ a world, none in 0\\b", output);
    }

    [Theory(Timeout = 120_000)]
    [InlineData("clock-back,crash,client-answer-lost")]
    [InlineData("slow-write,deactivation")]
    public async Task Something_goes_wrong_in_every_world_that_has_a_fault_of_calls(string faults)
    {
        var (code, output) = await SimulationProgram.Run("--seeds", "5000..5199", "--faults", faults, "--workers", "1");
        Assert.True(code == 0, output);
        Assert.Matches("faults that struck: [0-9.]+ a world, none in 0\\b", output);
    }

    [Theory(Timeout = 600_000)]
    [InlineData("none")]
    [InlineData("all")]
    public async Task Two_hundred_worlds_of_clusters_are_clean(string faults)
    {
        var (code, output) = await SimulationProgram.Run("--seeds", "0..199", "--silos", "3", "--faults", faults, "--workers", "1");
        TestContext.Current.TestOutputHelper!.WriteLine(output);
        Assert.True(code == 0, output);
        Assert.Contains("200 of 200 worlds", output, StringComparison.Ordinal);
        foreach (var protocol in WorldSettings.ClusterProtocols)
            Assert.Matches($"{protocol} [0-9]{{2}}", output);

        if (faults == "all")
        {
            Assert.Matches("kill-silo +[0-9]{2}", output);
            Assert.Matches("pause-silo +[0-9]{2}", output);
        }
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
    [InlineData("Line 2 of", "--seed 1", "--seeds 0..9 # some")]
    [InlineData("Line 1 of", "--seed 1 --trace")]
    [InlineData("'rain' is no fault", "--seed 1 --faults rain")]
    [InlineData("Unrecognized command or argument", "--seed 1 --sedes 2")]
    [InlineData("There is no world in", "# --seed 1", "")]
    public async Task A_list_of_worlds_that_is_wrong_ends_with_exit_code_2(string reason, params string[] lines)
    {
        var list = Path.GetTempFileName();
        await File.WriteAllLinesAsync(list, lines, TestContext.Current.CancellationToken);
        var (code, output) = await SimulationProgram.Run("--worlds", list);
        File.Delete(list);
        Assert.Equal(2, code);
        Assert.Contains(reason, output, StringComparison.Ordinal);
        Assert.Equal(2, (await SimulationProgram.Run("--worlds", list)).ExitCode);
    }

    [Fact(Timeout = 120_000)]
    public async Task It_knows_its_version_and_commit()
    {
        var (code, output) = await SimulationProgram.Run("--version");
        Assert.Equal(0, code);
        Assert.Matches(@"^\d+\.\d+\.\d+(\+[0-9a-f]{40})?\r?\n$", output);
    }
}
