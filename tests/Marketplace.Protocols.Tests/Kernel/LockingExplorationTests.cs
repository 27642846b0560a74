using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Locking;
using Xunit;

namespace Marketplace.Protocols.Tests.Kernel;

/// <summary>All interleavings of three transactions on three grains under the protocols that lock.</summary>
public sealed class LockingExplorationTests(ITestOutputHelper output)
{
    // Without an order two of them would wait for each other in a circle.
    private static readonly Script[] Circle =
    [
        new([(0, true), (1, true)]), new([(1, true), (2, true)]), new([(2, true), (0, true)]),
    ];

    private static readonly Script[] Readers =
    [
        new([(0, false), (1, true)]), new([(1, false), (0, true)]), new([(0, false), (1, false), (2, false)], IsReadOnly: true),
    ];

    private static readonly Script[] Singles = [new([(0, true)]), new([(0, true), (1, true)]), new([(1, false)], IsReadOnly: true)];

    public static TheoryData<string, int> Worlds =>
        [.. from scripts in new[] { nameof(Circle), nameof(Readers), nameof(Singles) } from faults in new[] { 0, 1, 2, 4 } select (scripts, faults)];

    [Theory]
    [MemberData(nameof(Worlds))]
    public void Under_wait_die_every_order_is_serializable_and_ends(string scripts, int faults) =>
        Explore(static () => new LockingMachine(new WaitDie()), Of(scripts), (Faults)faults, isDeclared: false);

    /// <summary>They declare their grains in order.</summary>
    [Theory]
    [MemberData(nameof(Worlds))]
    public void In_the_order_of_grains_every_order_is_serializable_and_ends(string scripts, int faults) => Explore(
        static () => new LockingMachine(new WaitInOrder()),
        [.. Of(scripts).Select(static s => s with { Accesses = [.. s.Accesses.OrderBy(static access => access.Grain)] })],
        (Faults)faults,
        isDeclared: true);

    private void Explore(Func<ParticipantMachine> machine, Script[] scripts, Faults faults, bool isDeclared)
    {
        var (states, ends) = Explorer.Explore(() => new TwoPhaseWorld(machine, scripts, faults, isDeclared));
        output.WriteLine($"{states} states, {ends} ends");
        Assert.True(ends > 1);
    }

    private static Script[] Of(string scripts) => scripts switch
    {
        nameof(Circle) => Circle,
        nameof(Readers) => Readers,
        _ => Singles,
    };
}
