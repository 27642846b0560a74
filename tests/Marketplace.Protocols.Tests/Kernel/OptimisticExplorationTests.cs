using Marketplace.Protocols.Optimistic;
using Xunit;

namespace Marketplace.Protocols.Tests.Kernel;

/// <summary>All interleavings of three transactions on three grains under optimistic concurrency control.</summary>
public sealed class OptimisticExplorationTests(ITestOutputHelper output)
{
    private static readonly Dictionary<string, Script[]> Scripts = new()
    {
        ["circle"] = [new([(0, true), (1, true)]), new([(1, true), (2, true)]), new([(2, true), (0, true)])],
        ["write skew"] = [new([(0, false), (1, true)]), new([(1, false), (0, true)]), new([(0, false), (1, false)], IsReadOnly: true)],
        ["priority"] = [new([(0, true), (1, true)], Attempt: 3), new([(1, true), (0, true)]), new([(0, false), (1, true)])],
        ["priority in several silos"] =
            [new([(0, true), (1, true)], Attempt: 3), new([(1, true), (0, true)], Attempt: 3), new([(0, true), (1, true)], Attempt: 3)],
    };

    public static TheoryData<string, int> Worlds =>
        [.. from scripts in Scripts.Keys from faults in new[] { 0, 1, 2, 4 } select (scripts, faults)];

    [Theory]
    [MemberData(nameof(Worlds))]
    public void Every_order_is_serializable_and_ends(string scripts, int faults)
    {
        var options = new ProtocolOptions();
        var (states, ends) = Explorer.Explore(() => new TwoPhaseWorld(() => new OptimisticMachine(options), Scripts[scripts], (Faults)faults));
        output.WriteLine($"{states} states, {ends} ends");
        Assert.True(ends > 1);
    }
}
