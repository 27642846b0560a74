using Marketplace.Protocols.Deterministic.Clusters;
using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Locking;
using Marketplace.Protocols.Optimistic;
using Xunit;

namespace Marketplace.Protocols.Tests.Kernel;

/// <summary>Machines that make a mistake are found.</summary>
public sealed class ExplorerTests
{
    private static readonly Script[] Circle = [new([(0, true), (1, true)]), new([(1, true), (2, true)]), new([(2, true), (0, true)])];
    private static readonly Script[] Skew = [new([(0, false), (1, true)]), new([(1, false), (0, true)]), new([(2, true)])];
    private static readonly Script[] Queue = [new([(0, true), (1, true)]), new([(0, true), (2, true)]), new([(0, true)])];

    [Fact]
    public void Without_an_order_a_circle_of_waits_is_found() =>
        Assert.Contains(
            "never ends",
            Found(static () => new LockingMachine(new WaitForPredecessors()), Circle, Faults.None), StringComparison.Ordinal);

    [Theory]
    [InlineData(Mistake.ForgetsPromises, "is committed, and not so")]
    [InlineData(Mistake.NeverReleases, "never ends")]
    [InlineData(Mistake.KeepsThoseWhoLeft, "never ends")]
    [InlineData(Mistake.ForgetsWaiters, "never ends")]
    public void A_mistake_under_locking_is_found(Mistake mistake, string violation) => Assert.Contains(
        violation,
        Found(() => new FaultyMachine(new LockingMachine(new WaitInOrder()), mistake), Queue, Faults.Any, isDeclared: true),
        StringComparison.Ordinal);

    [Fact]
    public void A_request_that_comes_too_late_and_is_granted_is_found() => Assert.Contains(
        "never ends",
        Found(
            static () => new FaultyMachine(new LockingMachine(new WaitInOrder()), Mistake.ForgetsLatecomers),
            Queue,
            Faults.LostMessage,
            isDeclared: true),
        StringComparison.Ordinal);

    [Theory]
    [InlineData(Mistake.ValidatesNothing, "not serializable")]
    [InlineData(Mistake.ReleasesReadersAtVote, "not serializable")]
    [InlineData(Mistake.MakesNoVersion, "not serializable")]
    [InlineData(Mistake.ForgetsPromises, "is committed, and not so")]
    public void A_mistake_under_optimistic_concurrency_control_is_found(Mistake mistake, string violation)
    {
        var options = new ProtocolOptions();
        Assert.Contains(
            violation,
            Found(() => new FaultyMachine(new OptimisticMachine(options), mistake), Skew, Faults.LostActivation),
            StringComparison.Ordinal);
    }

    private static string Found(Func<ParticipantMachine> machine, Script[] scripts, Faults faults, bool isDeclared = false) =>
        Assert.ThrowsAny<Exception>(() => Explorer.Explore(() => new TwoPhaseWorld(machine, scripts, faults, isDeclared))).Message;
}
