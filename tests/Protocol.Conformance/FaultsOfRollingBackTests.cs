using Marketplace.Protocol.Conformance.Faults;
using Marketplace.Protocol.Conformance.Fixtures;
using Marketplace.Protocol.Conformance.Grains;
using Xunit;

namespace Marketplace.Protocol.Conformance;

/// <summary>Faults of a transaction that is rolled back.</summary>
public sealed class FaultsOfRollingBackTests(ITestOutputHelper output) : FaultTests(output)
{
    [Theory]
    [MemberData(nameof(FaultsOfRollingBack))]
    public async Task A_transaction_that_fails_leaves_nothing_and_nothing_is_stuck(string protocol, Fault fault) =>
        await AtEachOccasion(protocol, fault, grains: GrainsMax, isFailing: true);

    [Theory]
    [InlineData("saga")]
    [InlineData("saga (local)")]
    public async Task A_saga_with_a_step_that_may_be_stored_or_not_says_that_it_does_not_know_and_nothing_is_stuck(string saga)
    {
        var plan = new FaultPlan(Fault.SaveInDoubt, Faulty, occasion: 1, Options.Timeout);
        await using var system = await ProtocolUnderTest.Start(saga, Options, plan);
        var tree = new CallTree(Faulty, NodeAction.Write, false, [new CallTree(Faulty + 1, NodeAction.Write, false, [])]);
        Assert.Equal(Outcome.Unknown, await AnswerTo(system.Run(Tid, tree)));
        var versions = await ReadAll(system, tree);
        Assert.InRange(versions[0], 0, 1);
        Assert.Equal(0, versions[1]);
        Assert.All(system.Departures.ByTransaction[Tid], departure => Assert.Equal(0, departure.Released));
        await Next(system, tree);
        Assert.Equal([versions[0] + 1, 1], await ReadAll(system, tree));
    }
}
