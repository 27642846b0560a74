using Marketplace.Protocol.Conformance.Fixtures;
using Marketplace.Protocol.Conformance.Grains;
using Marketplace.Protocols;
using Orleans;
using Xunit;

namespace Marketplace.Protocol.Conformance;

/// <summary>What a transaction emits leaves if and only if the transaction commits, under every protocol that is all or nothing.</summary>
public sealed class CommitActionTests
{
    private const int Workers = 8;
    private const int TransactionsAWorker = 40;
    private const int Grains = 12;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>Transactions of Orleans end at the only silo without a message of ours.</summary>
    public static TheoryData<string> TellingGrains =>
    [
        .. ProtocolUnderTest.ThatClaim(Claims.Atomic)
            .Where(static protocol => !protocol.StartsWith("orleans-transactions", StringComparison.Ordinal)),
    ];

    [Theory]
    [MemberData(nameof(ProtocolTests.Atomic), MemberType = typeof(ProtocolTests))]
    public async Task What_is_emitted_has_left_when_the_transaction_is_answered_and_never_leaves_after_an_abort(string protocol)
    {
        var options = new ProtocolOptions { Timeout = TimeSpan.FromSeconds(5), Retries = 1000, RetryFor = TimeSpan.FromMinutes(2) };
        await using var system = await ProtocolUnderTest.Start(protocol, options);
        var (committed, aborted) = (0, 0);
        await Task.WhenAll(Enumerable.Range(0, Workers).Select(Work)).WaitAsync(Patience, TestContext.Current.CancellationToken);

        Assert.All(
            system.Departures.ByTransaction.SelectMany(departures => departures),
            departure => Assert.True(departure.Released + departure.Withdrawn <= 1, $"{departure} ended twice."));
        Assert.Contains(system.Departures.ByTransaction.SelectMany(departures => departures), departure => departure.Withdrawn == 1);
        Assert.NotEqual(0, committed);
        Assert.NotEqual(0, aborted);

        async Task Work(int worker)
        {
            await Task.Yield();
            var trees = new RandomTrees(worker, Grains, failures: 0.05, leavers: 0);
            for (var i = 0; i < TransactionsAWorker; i++)
            {
                var tid = $"{worker}-{i}";
                try
                {
                    var seen = await system.Run(tid, trees.Next());
                    var left = system.Departures.ByTransaction[tid].Sum(departure => departure.Released);
                    Assert.Equal(seen.Items.Count(item => item.IsWrite), left);
                    Interlocked.Increment(ref committed);
                }
                catch (TransactionAbortedException)
                {
                    Assert.All(system.Departures.ByTransaction[tid], departure => Assert.Equal(0, departure.Released));
                    Interlocked.Increment(ref aborted);
                }
            }
        }
    }

    /// <summary>Who has the answer and then looks elsewhere finds what was emitted, whatever was lost on the way.</summary>
    [Theory]
    [MemberData(nameof(TellingGrains))]
    public async Task It_has_left_though_a_grain_did_not_hear_of_the_end_at_first(string protocol)
    {
        var deaf = new DeafOnce();
        await using var system = await ProtocolUnderTest.Start(protocol, new ProtocolOptions { Timeout = TimeSpan.FromSeconds(5) }, faults: deaf);
        await system.Run("t", new CallTree(1, NodeAction.Write, false, [new CallTree(2, NodeAction.Write, false, [])]));

        Assert.Equal([1, 1], system.Departures.ByTransaction["t"].Select(static departure => departure.Released));
        Assert.True(deaf.Missed, "Nobody was told how it ended.");
    }

    /// <summary>Two at one grain: the first that is to be taken back can't be before the other one is.</summary>
    [Theory]
    [MemberData(nameof(ProtocolTests.Atomic), MemberType = typeof(ProtocolTests))]
    public async Task What_can_not_be_taken_back_now_keeps_nothing_else_from_it_and_is_tried_again(string protocol)
    {
        await using var system = await ProtocolUnderTest.Start(protocol, new ProtocolOptions { Timeout = TimeSpan.FromSeconds(5) });
        Departure? stubborn = null;
        system.Departures.TakingBack = departure =>
        {
            stubborn ??= departure.Grain == 1 ? departure : null;
            if (ReferenceEquals(departure, stubborn) && !OfOneGrain().Any(static other => other.Withdrawn > 0))
                throw new InvalidOperationException("It can't be taken back yet.");
        };
        var tree = new CallTree(
            1, NodeAction.Write, false, [new CallTree(1, NodeAction.Write, false, []), new CallTree(2, NodeAction.Fail, false, [])]);

        await Assert.ThrowsAsync<TransactionAbortedException>(() => system.Run("t", tree));

        var time = TimeProvider.System;
        for (var since = time.GetTimestamp(); time.GetElapsedTime(since) < Patience && OfOneGrain().Any(IsLeft);)
            await Task.Delay(TimeSpan.FromMilliseconds(10), time, TestContext.Current.CancellationToken);

        Assert.Equal(2, OfOneGrain().Count());
        Assert.All(OfOneGrain(), departure => Assert.False(IsLeft(departure)));
        IEnumerable<Departure> OfOneGrain() => system.Departures.ByTransaction["t"].Where(static departure => departure.Grain == 1);
        static bool IsLeft(Departure departure) => departure.Withdrawn == 0;
    }

    // The first message that tells a grain how a transaction ended does not arrive.
    private sealed class DeafOnce : IIncomingGrainCallFilter
    {
        private int _missed;

        public bool Missed => _missed != 0;

        public Task Invoke(IIncomingGrainCallContext context) =>
            context.MethodName == nameof(IParticipant.Receive)
            && context.Request.GetArgument(0)?.GetType().Name is "CommitPrepared" or "ApplyDecision" or "EndSaga"
            && Interlocked.Exchange(ref _missed, 1) == 0
                ? Task.FromException(new TimeoutException("The message was lost."))
                : context.Invoke();
    }
}
