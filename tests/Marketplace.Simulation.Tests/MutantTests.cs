using Xunit;

namespace Marketplace.Simulation.Tests;

/// <summary>Bugs that are put in on purpose are found: those for which few worlds are enough (docs/simulation.md has them all).</summary>
public sealed class MutantTests
{
    [Theory(Timeout = 120_000)]
    [InlineData("LostDecision", "0..9")]
    [InlineData("LockReleasedEarly", "0..9")]
    [InlineData("SnapshotNotValidated", "20..25")]
    [InlineData("WrittenTwice", "14..15")]
    [InlineData("InboxForgets", "10..13")]
    [InlineData("TornUnit", "163..164")]
    [InlineData("ReorderedUnits", "116..117")]
    [InlineData("ToldBeforeStored", "6..7")]
    [InlineData("JournalCutTooFar", "0..1")]
    [InlineData("ZombieAppends", "0..1")]
    [InlineData("EntryAppliedTwice", "6..7")]
    [InlineData("EntriesOutOfOrder", "6..7")]
    public async Task A_bug_that_is_put_in_on_purpose_is_found(string mutant, string seeds)
    {
        var (code, output) = await SimulationProgram.Run("--workers", "1", "--seeds", seeds, "--faults", "all", "--mutant", mutant);
        Assert.True(code == 1, $"{mutant} was not found: {output}");
        Assert.Contains($"--mutant {mutant}", output, StringComparison.Ordinal);
    }

    [Theory(Timeout = 120_000)]
    [InlineData("NoFence", "55..56")]
    [InlineData("ReadWithoutLease", "170..171")]
    [InlineData("TornUnit", "65..66")]
    [InlineData("WrittenTwice", "8..9")]
    [InlineData("LostDecision", "0..1")]
    [InlineData("AcknowledgedBeforeCopied", "10..11")]
    [InlineData("LateWriteWins", "675..676")]
    public async Task A_bug_that_is_put_into_a_cluster_on_purpose_is_found(string mutant, string seeds)
    {
        var (code, output) = await SimulationProgram.Run("--workers", "1", "--seeds", seeds, "--silos", "3", "--faults", "all", "--mutant", mutant);
        Assert.True(code == 1, $"{mutant} was not found: {output}");
        Assert.Contains($"--silos 3 --mutant {mutant}", output, StringComparison.Ordinal);
    }
}
