using Marketplace.Protocol.Conformance.Fixtures;
using Marketplace.Protocols;
using Xunit;

namespace Marketplace.Protocol.Conformance;

/// <summary>What a transaction emits leaves if and only if the transaction commits, under every protocol that is all or nothing.</summary>
public sealed class CommitActionTests
{
    private const int Workers = 8;
    private const int TransactionsAWorker = 40;
    private const int Grains = 12;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Theory]
    [MemberData(nameof(ProtocolTests.Atomic), MemberType = typeof(ProtocolTests))]
    public async Task What_is_emitted_has_left_when_the_transaction_is_answered_and_never_leaves_after_an_abort(string protocol)
    {
        var options = new ProtocolOptions { Timeout = TimeSpan.FromSeconds(5), Retries = 1000 };
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
}
