using Marketplace.Protocol.Conformance.Faults;
using Marketplace.Protocol.Conformance.Fixtures;
using Marketplace.Protocol.Conformance.Grains;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Protocol.Conformance;

/// <summary>
/// The storage of one grain is away for longer than anybody is patient: what is decided is neither forgotten nor thrown away, whoever
/// activates the grain meanwhile, and what must be compensated is.
/// </summary>
public sealed class LongOutageTests(ITestOutputHelper output) : FaultTests(output)
{
    // More often than anything was ever tried again, each time with the longest pause.
    private const int Failures = 65;

    private static readonly ProtocolOptions Impatient = new()
    {
        Timeout = TimeSpan.FromMilliseconds(5),
        Retries = 1000,
        RetryFor = TimeSpan.FromMinutes(2),
    };

    public static TheoryData<string> RollingBack =>
        [.. new[] { "locking", "ordered-locking", "deterministic", "deterministic, for clusters", "optimistic" }.Select(EngineUnderTest.OnLocal)];

    [Theory]
    [MemberData(nameof(RollingBack))]
    public async Task What_several_grains_have_committed_stays_until_it_is_stored(string protocol) => await Commit(protocol, grains: 3);

    [Theory]
    [MemberData(nameof(RollingBack))]
    public async Task What_one_grain_has_committed_stays_until_it_is_stored(string protocol) => await Commit(protocol, grains: 1);

    [Fact]
    public async Task A_saga_is_compensated_however_long_that_takes()
    {
        var absence = new Absence(Faulty, before: 1, Failures);
        await using var system = await Start(EngineUnderTest.OnLocal("saga"), absence);
        var tree = Tree(3);
        var failing = tree with { Children = [tree.Children[0], tree.Children[1] with { Action = NodeAction.Fail }] };

        // As below: it may have been over before anything was to be stored.
        while (!absence.HasBegun)
        {
            TestContext.Current.CancellationToken.ThrowIfCancellationRequested();
            Assert.NotEqual(Outcome.Committed, await AnswerTo(system.Run(Tid, failing)));
        }

        await absence.Over.WaitAsync(Patience, TestContext.Current.CancellationToken);
        await Next(system, tree);
        Assert.All(await ReadAll(system, tree), static version => Assert.Equal(1, version));
    }

    private static async Task Commit(string protocol, int grains)
    {
        var absence = new Absence(Faulty, before: 0, Failures);
        await using var system = await Start(protocol, absence);
        var tree = Tree(grains);

        // Its time is so short that a slow machine aborts it now and then before anything was to be stored.
        while (await AnswerTo(system.Run(Tid, tree)) == Outcome.Aborted)
            TestContext.Current.CancellationToken.ThrowIfCancellationRequested();

        await absence.Over.WaitAsync(Patience, TestContext.Current.CancellationToken);
        Assert.All(await ReadAll(system, tree), static version => Assert.Equal(1, version));
        await Next(system, tree);
        Assert.All(await ReadAll(system, tree), static version => Assert.Equal(2, version));
        Assert.All(tree.All, node => Assert.Equal(1, system.Departures.Released(Tid, node.Grain)));
    }

    private static CallTree Tree(int grains) => new(
        Faulty, NodeAction.Write, false, [.. Enumerable.Range(1, grains - 1).Select(i => new CallTree(Faulty + i, NodeAction.Write, false, []))]);

    private static Task<ProtocolUnderTest> Start(string protocol, Absence absence) => ProtocolUnderTest.Start(
        protocol,
        Impatient,
        configure: services => services
            .AddSingleton(absence).AddSingleton<StoredStates>().AddScoped(typeof(IStateStore<>), typeof(AbsentStorage<>)));
}
