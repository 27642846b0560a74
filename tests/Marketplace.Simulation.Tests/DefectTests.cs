using Xunit;

namespace Marketplace.Simulation.Tests;

/// <summary>Worlds in which defects were found (defects.txt), and bugs that are put in on purpose (mutants.txt).</summary>
[Collection(nameof(ListedWorlds))]
public sealed class DefectTests(ListedWorlds worlds)
{
    public static TheoryData<string> Defects => [.. ListedWorlds.OfDefects];

    public static TheoryData<string> Mutants => [.. ListedWorlds.OfMutants];

    [Theory]
    [MemberData(nameof(Defects))]
    public void What_was_found_once_is_found_no_more(string world) =>
        Assert.True(worlds.IsClean(world, out var findings), findings);

    [Theory]
    [MemberData(nameof(Mutants))]
    public void A_bug_that_is_put_in_on_purpose_is_found(string world)
    {
        Assert.False(worlds.IsClean(world, out var findings), "It was not found.");
        Assert.NotEqual("", findings);
    }

    // Of many worlds the command says which one to run again.
    [Theory(Timeout = 120_000)]
    [InlineData("--mutant LockReleasedEarly", "--seeds", "0..9")]
    [InlineData("--silos 3 --mutant LostDecision", "--seeds", "0..1", "--silos", "3")]
    public async Task A_campaign_names_a_world_that_finds_the_bug(string named, params string[] arguments)
    {
        var (code, output) = await SimulationProgram.Run(["--workers", "1", "--faults", "all", "--mutant", named.Split(' ')[^1], .. arguments]);
        Assert.True(code == 1, output);
        Assert.Contains(named, output, StringComparison.Ordinal);
    }
}
