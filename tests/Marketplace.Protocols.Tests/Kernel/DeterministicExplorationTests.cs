using Xunit;

namespace Marketplace.Protocols.Tests.Kernel;

/// <summary>All interleavings of three declared transactions on three grains, each of which commits or fails.</summary>
public sealed class DeterministicExplorationTests(ITestOutputHelper output)
{
    private static readonly Dictionary<string, Script[]> Scripts = new()
    {
        ["circle"] = [new([(0, true), (1, true)]), new([(1, true), (2, true)]), new([(2, true), (0, true)])],
        ["readers"] = [new([(0, false), (1, true)]), new([(1, false), (0, true)]), new([(0, true), (1, false), (2, true)])],
    };

    public static TheoryData<string, int> Worlds =>
        [.. from scripts in Scripts.Keys from faults in new[] { 0, 1, 2, 4 } select (scripts, faults)];

    [Theory]
    [MemberData(nameof(Worlds))]
    public void Every_order_is_serializable_and_ends(string scripts, int faults)
    {
        var (states, ends) = Explorer.Explore(() => new DeterministicWorld(Scripts[scripts], (Faults)faults));
        output.WriteLine($"{states} states, {ends} ends");
        Assert.True(ends > 1);
    }
}
