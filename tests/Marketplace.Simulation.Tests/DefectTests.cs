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
    [Theory]
    [InlineData("--mutant LockReleasedEarly", "--seeds 0..9 --faults all --mutant LockReleasedEarly")]
    [InlineData("--silos 3 --mutant LostDecision", "--seeds 0..1 --faults all --silos 3 --mutant LostDecision")]
    public void A_campaign_names_a_world_that_finds_the_bug(string named, string campaign)
    {
        var (isClean, report) = worlds.ReportOf(campaign);
        Assert.False(isClean, report);
        Assert.Matches($"-- --seed [0-9]+ --faults all.* ?{named} --trace", report);
    }
}
