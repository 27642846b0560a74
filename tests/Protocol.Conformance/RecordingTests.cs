using Marketplace.Protocol.Conformance.Checks;
using Marketplace.Protocol.Conformance.Faults;
using Marketplace.Protocol.Conformance.Fixtures;
using Marketplace.Protocol.Conformance.Grains;
using Marketplace.Protocols;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Protocol.Conformance;

/// <summary>What is recorded of transactions is what happened, under every protocol.</summary>
public sealed class RecordingTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Theory]
    [MemberData(nameof(ProtocolTests.RollingBack), MemberType = typeof(ProtocolTests))]
    public async Task The_record_of_a_protocol_is_what_its_grains_remember(string protocol)
    {
        var history = new RecordedHistory();
        var run = await ProtocolTests.Run(protocol, failures: 0.05, leavers: 0.002, history: history);
        AssertSame(history, run);
        Assert.NotEmpty(run.Aborted);
        Assert.All(run.Aborted, tid => Assert.DoesNotContain(history.Of(tid), attempt => attempt.End == AttemptEnd.Committed));
        Assert.All(history.All.Where(attempt => attempt.End == AttemptEnd.Aborted), attempt => Assert.NotNull(attempt.Cause));
    }

    [Fact]
    public async Task Without_a_protocol_what_a_failed_transaction_did_is_recorded_too()
    {
        var history = new RecordedHistory();
        var run = await ProtocolTests.Run("none", failures: 0.05, leavers: 0, history: history);
        AssertSame(history, run);
        Assert.Contains(history.All, attempt => attempt.End == AttemptEnd.Unknown && attempt.Read().Length > 0);
    }

    [Theory]
    [InlineData("saga")]
    [InlineData("saga (local)")]
    public async Task What_a_compensation_made_is_recorded_with_what_it_took_back(string saga)
    {
        var history = new RecordedHistory();
        await using var system = await ProtocolUnderTest.Start(saga, new ProtocolOptions(), history: history);
        await Assert.ThrowsAsync<TransactionAbortedException>(() => system.Run("t", new CallTree(7, NodeAction.Fail, false, [])));
        var writes = history.Of("t").Single().Read().ToArray();
        Assert.Equal([new RecordedAccess(0, 7, 1, IsWrite: true), new RecordedAccess(0, 7, 2, IsWrite: true)], writes);
        Assert.Empty((await system.Read(7)).Writers);
    }

    [Theory]
    [InlineData("saga")]
    [InlineData("saga (local)")]
    public async Task A_compensation_is_recorded_with_the_version_that_it_left_though_another_saga_has_built_on_it(string saga)
    {
        var history = new RecordedHistory();
        var saves = new HeldSave(number: 2);
        await using var system = await ProtocolUnderTest.Start(saga, new ProtocolOptions(), history: history, configure: services => services
            .AddRecordedState<AccountState>(1)
            .AddSingleton(saves)
            .AddScoped(typeof(IStateStore<>), typeof(HeldStorage<>)));
        var failing = system.Run<long>(static async (tx, grains) =>
        {
            await grains.GetGrain<IAccountGrain>(1).Add(tx, 5);
            throw new InvalidOperationException("It fails on purpose.");
        });
        await saves.Held.WaitAsync(Patience, TestContext.Current.CancellationToken);
        Assert.Equal(7, await system.Run(static (tx, grains) => grains.GetGrain<IAccountGrain>(1).Add(tx, 7)));
        saves.Let();
        await Assert.ThrowsAsync<TransactionAbortedException>(() => failing);
        Assert.Equal([1, 2], Writes(AttemptEnd.Aborted));
        Assert.Equal([3], Writes(AttemptEnd.Committed));

        long[] Writes(AttemptEnd end) => [.. history.All.Single(attempt => attempt.End == end).Read().ToArray().Select(access => access.Version)];
    }

    [Theory]
    [InlineData("none")]
    [InlineData("locking")]
    [InlineData("optimistic (local)")]
    [InlineData("saga (local)")]
    public async Task Whoever_reads_a_version_that_was_changed_outside_of_an_update_is_recorded_so(string protocol)
    {
        var history = new RecordedHistory();
        await using var system = await ProtocolUnderTest.Start(
            protocol, new ProtocolOptions(), history: history, configure: static services => services.AddRecordedState<AccountState>(1));
        await system.Run(static (tx, grains) => grains.GetGrain<IAccountGrain>(1).Add(tx, 5));
        await system.Run(static (tx, grains) => grains.GetGrain<IAccountGrain>(1).Balance(tx));
        await system.Run(static (tx, grains) => grains.GetGrain<IAccountGrain>(1).BalanceChanged(tx));
        await system.Run(static (tx, grains) => grains.GetGrain<IAccountGrain>(1).Balance(tx));
        await system.Run(static (tx, grains) => grains.GetGrain<IAccountGrain>(1).Add(tx, 5));
        await system.Run(static (tx, grains) => grains.GetGrain<IAccountGrain>(1).Balance(tx));
        Assert.Equal(
            [(1, true, false), (1, false, false), (1, false, false), (1, false, true), (2, true, true), (2, false, false)],
            history.All.Select(attempt => attempt.Read()[0]).Select(access => (access.Version, access.IsWrite, access.IsChanged)));
    }

    // All of them in one text: of a collection xunit shows the beginnings.
    private static void AssertSame(RecordedHistory history, RunRecord run)
    {
        var differences = history.DifferencesTo(run).ToList();
        Assert.True(differences.Count == 0, string.Join(Environment.NewLine, differences));
    }
}
