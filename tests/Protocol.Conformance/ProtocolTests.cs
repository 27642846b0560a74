using Marketplace.Protocol.Conformance.Checks;
using Marketplace.Protocol.Conformance.Fixtures;
using Marketplace.Protocols;
using Marketplace.Protocols.Recording;
using Xunit;

namespace Marketplace.Protocol.Conformance;

/// <summary>What every protocol must do that claims to, whatever the transactions are.</summary>
[CollectionDefinition(Counters.Collection, DisableParallelization = true)]
[Collection(Counters.Collection)]
public sealed class ProtocolTests
{
    private const int Grains = 20;
    private const int Workers = 16;
    private const int TransactionsAWorker = 60;

    // A lost message costs a time-out or two in which all that need the grain wait; so does, on Orleans, a grain that leaves:
    // what comes while it does so, such as the end of a transaction that others wait for, waits for the next activation.
    private const int TransactionsAWorkerWithFaults = 20;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    // Where nothing gets lost nothing waits in vain: on a busy machine a short time-out would abort what is only slow, again and again.
    private static readonly ProtocolOptions Patient = new() { Timeout = TimeSpan.FromSeconds(20), Retries = 100, RetryFor = TimeSpan.FromMinutes(2) };
    private static readonly ProtocolOptions Options = Patient with { Timeout = TimeSpan.FromMilliseconds(300) };
    private static readonly ProtocolOptions Impatient = Patient with { Timeout = TimeSpan.FromMilliseconds(100) };

    public static TheoryData<string> Atomic => [.. ProtocolUnderTest.ThatClaim(Claims.Atomic)];

    /// <summary>Of an aborted transaction they leave no version.</summary>
    public static TheoryData<string> RollingBack => [.. ProtocolUnderTest.ThatClaim(Claims.Serializable)];

    public static TheoryData<string> WithoutConflictAborts => [.. ProtocolUnderTest.ThatClaim(Claims.NoConflictAborts)];

    [Theory]
    [MemberData(nameof(Atomic))]
    public async Task Concurrent_transactions_lose_nothing_and_are_as_isolated_as_claimed(string protocol)
    {
        var run = await Run(protocol, failures: 0, leavers: 0);
        Assert.Empty(Violations.Of(run, ProtocolUnderTest.ClaimsOf(protocol)));
        Assert.Equal(Workers * TransactionsAWorker, run.Committed.Count);
    }

    [Theory]
    [MemberData(nameof(Atomic))]
    public async Task Failures_of_business_code_roll_everything_back(string protocol)
    {
        var run = await Run(protocol, failures: 0.05, leavers: 0);
        Assert.Empty(Violations.Of(run, ProtocolUnderTest.ClaimsOf(protocol)));
        Assert.NotEmpty(run.Committed);
        Assert.NotEmpty(run.Aborted);
    }

    [Theory]
    [MemberData(nameof(Atomic))]
    public async Task Grains_that_leave_in_the_middle_leave_all_or_nothing(string protocol)
    {
        var run = await Run(protocol, failures: 0, leavers: 0.01, transactions: TransactionsAWorkerWithFaults);
        Assert.Empty(Violations.Of(run, ProtocolUnderTest.ClaimsOf(protocol)));
        Assert.NotEmpty(run.Committed);
    }

    [Theory]
    [MemberData(nameof(Atomic))]
    public async Task Lost_messages_leave_all_or_nothing(string protocol)
    {
        var losses = new LostMessages(0.004, Impatient.Timeout, seed: 1);
        var run = await Run(protocol, failures: 0.02, leavers: 0.005, losses, TransactionsAWorkerWithFaults);
        Assert.Empty(Violations.Of(run, ProtocolUnderTest.ClaimsOf(protocol)));
        Assert.NotEmpty(run.Committed);
        Assert.True(losses.Count > 0, "No message was lost.");
    }

    [Theory]
    [MemberData(nameof(WithoutConflictAborts))]
    public async Task No_transaction_is_aborted_by_a_conflict(string protocol)
    {
        using var counters = new Counters();
        await Run(protocol, failures: 0, leavers: 0);
        Assert.Equal(0, counters.Aborts);
    }

    [Theory]
    [MemberData(nameof(Atomic))]
    public async Task Without_faults_there_is_nothing_to_recover(string protocol)
    {
        using var counters = new Counters();
        await Run(protocol, failures: 0.05, leavers: 0);
        Assert.Equal(0, counters.Recoveries);
    }

    [Fact]
    public async Task Without_a_protocol_the_checks_find_what_went_wrong()
    {
        var run = await Run("none", failures: 0.05, leavers: 0);
        Assert.Contains(Violations.Of(run, Claims.Atomic), violation => violation.Contains("was aborted, and"));
    }

    /// <summary>Runs random call trees.</summary>
    internal static async Task<RunRecord> Run(
        string protocol,
        double failures,
        double leavers,
        LostMessages? losses = null,
        int transactions = TransactionsAWorker,
        IHistory? history = null)
    {
        var options = leavers == 0 && losses is null ? Patient : transactions == TransactionsAWorker ? Options : Impatient;
        await using var system = await ProtocolUnderTest.Start(protocol, options, losses, history);
        var run = new RunRecord();
        await Task.WhenAll(Enumerable.Range(0, Workers).Select(worker => Task.Run(async () =>
        {
            var trees = new RandomTrees(worker, Grains, failures, leavers);
            for (var i = 0; i < transactions; i++)
            {
                var (tid, tree) = ($"{worker}-{i}", trees.Next());
                try
                {
                    run.Commit(tid, await system.Run(tid, tree));
                }
                catch (TimeoutException)
                {
                    run.Lose(tid, tree);
                }
                catch (Exception exception) when (exception is TransactionAbortedException or InvalidOperationException)
                {
                    run.Abort(tid);
                }
            }
        }))).WaitAsync(Patience);

        // Nothing may be stuck: each grain can be read, at the latest when recovery has been there.
        losses?.Stop();
        for (var grain = 0; grain < Grains; grain++)
            run.Ledgers.Add(grain, await WhenRecovered(() => system.Read(grain)).WaitAsync(Patience));

        return run;
    }

    // Until the recovery has been there, a reader may give up waiting for whoever holds the grain.
    private static async Task<TResult> WhenRecovered<TResult>(Func<Task<TResult>> read)
    {
        for (var since = TimeProvider.System.GetTimestamp(); ;)
        {
            try
            {
                return await read();
            }
            catch (TransactionAbortedException) when (TimeProvider.System.GetElapsedTime(since) < Patience)
            {
                await Task.Yield();
            }
        }
    }
}
