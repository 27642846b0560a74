using Xunit;

namespace Marketplace.Protocols.Tests.Kernel;

/// <summary>All interleavings of three sagas on three grains, each of which ends well or is compensated.</summary>
public sealed class SagaExplorationTests(ITestOutputHelper output)
{
    private static readonly Dictionary<string, Script[]> Scripts = new()
    {
        ["sums"] = [new([(0, false), (1, false)]), new([(1, false), (2, false)]), new([(2, false), (0, false)])],
        ["circle"] = [new([(0, true), (1, true)]), new([(1, true), (2, true)]), new([(2, true), (0, true)])],
        ["mixed"] = [new([(0, true), (1, false)]), new([(1, false), (0, true)]), new([(0, false), (0, true)])],
    };

    public static TheoryData<string, int> Worlds =>
        [.. from scripts in Scripts.Keys from faults in new[] { 0, 1, 2, 4 } select (scripts, faults)];

    [Theory]
    [MemberData(nameof(Worlds))]
    public void Every_order_ends_with_what_was_committed(string scripts, int faults)
    {
        var (states, ends) = Explorer.Explore(() => new SagaWorld(Scripts[scripts], (Faults)faults));
        output.WriteLine($"{states} states, {ends} ends");
        Assert.True(ends > 1);
    }
}
