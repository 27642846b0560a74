using Marketplace.Protocol.Conformance.Checks;
using Marketplace.Protocol.Conformance.Fixtures;
using Marketplace.Protocol.Conformance.Grains;
using Marketplace.Protocols;
using Orleans;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Protocol.Conformance;

/// <summary>The message that begins a commit comes to the grain that manages it when another grain has given up waiting for the end.</summary>
public sealed class LateCommitTests
{
    private static readonly ProtocolOptions Options = new() { Timeout = TimeSpan.FromSeconds(2), Retries = 100, RetryFor = TimeSpan.FromMinutes(2) };

    [Theory]
    [InlineData("orleans-transactions")]
    [InlineData("orleans-transactions, for clusters")]
    public async Task What_a_grain_has_taken_back_no_other_commits(string protocol)
    {
        var late = new LateCommit();
        var history = new RecordedHistory();
        await using var system = await ProtocolUnderTest.Start(protocol, Options, late, history);
        var slow = system.Run("slow", new CallTree(1, NodeAction.Write, false, [new CallTree(2, NodeAction.Write, false, [])]));

        // The other grain leaves with its part prepared. When it is back it asks how the transaction has ended, which has not begun to commit.
        var manager = await late.Held();
        var other = 3 - (int)manager;
        var quick = await system.Run("quick", new CallTree(other, NodeAction.WriteAndLeave, false, []));
        late.Deliver();
        var seen = await slow;
        Assert.Equal(["slow"], (await system.Read((int)manager)).Writers);
        var writers = (await system.Read(other)).Writers;
        Assert.Equal(["quick", "slow"], writers.Order(StringComparer.Ordinal));
        Assert.Equal(writers.IndexOf("quick") + 1, quick.Items.Single().Version);
        Assert.Equal(writers.IndexOf("slow") + 1, seen.Items.Single(item => item.Grain == other).Version);
    }

    [Theory(Timeout = 120_000)]
    [InlineData("orleans-transactions")]
    [InlineData("orleans-transactions, for clusters")]
    [InlineData("orleans-transactions, stored")]
    public async Task What_a_grain_is_about_to_take_back_it_does_not_confirm(string protocol)
    {
        var crossing = new CrossingMessages();
        await using var system = await ProtocolUnderTest.Start(protocol, Options, crossing);
        var slow = system.Run("slow", new CallTree(1, NodeAction.Write, false, [new CallTree(2, NodeAction.Write, false, [])]));
        var manager = await crossing.Held();
        var other = 3 - (int)manager;
        var quick = system.Run("quick", new CallTree(other, NodeAction.WriteAndLeave, false, []));
        await Task.WhenAll(slow, quick);
        Assert.True(crossing.HaveCrossed);
        Assert.Equal(["slow"], (await system.Read((int)manager)).Writers);
        Assert.Equal(["quick", "slow"], (await system.Read(other)).Writers.Order(StringComparer.Ordinal));
    }

    /// <summary>The first commit of two grains comes late to the one that manages it.</summary>
    private abstract class SlowCommit : IIncomingGrainCallFilter
    {
        private readonly TaskCompletionSource<long> _held = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource _prepared = new(TaskCreationOptions.RunContinuationsAsynchronously);

        /// <summary>
        /// Ends when the commit is held and the other grain has stored its part, of which it knows nothing if it leaves before that: the key of
        /// the grain that manages the commit.
        /// </summary>
        public async Task<long> Held()
        {
            await _prepared.Task;
            return await _held.Task;
        }

        public async Task Invoke(IIncomingGrainCallContext context)
        {
            switch (context.MethodName)
            {
                case "Prepared":
                    _prepared.TrySetResult();
                    break;
                case "PrepareAndCommit" when _held.TrySetResult(context.TargetId.GetIntegerKey()):
                    await IsDue();
                    break;
                default:
                    await IsDue(context.MethodName);
                    break;
            }

            await context.Invoke();
        }

        /// <summary>Ends when the commit is to come.</summary>
        protected abstract Task IsDue();

        /// <summary>Ends when another message is to come.</summary>
        protected virtual Task IsDue(string message) => Task.CompletedTask;
    }

    /// <summary>
    /// A grain asks how a transaction has ended before the message that begins its commit has come, and is told to take its part back. It is told
    /// that the transaction is committed, too, when it has heard that and not yet stored it.
    /// </summary>
    private sealed class CrossingMessages : SlowCommit
    {
        private readonly TaskCompletionSource _cancelled = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource _confirmed = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource _isNext = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public bool HaveCrossed => _isNext.Task.IsCompleted && _confirmed.Task.IsCompleted;

        protected override Task IsDue() => _cancelled.Task;

        protected override async Task IsDue(string message)
        {
            switch (message)
            {
                // What this sets off at its grain comes after the other message, which waits there from now on.
                case "Cancel" when _cancelled.TrySetResult():
                    await _confirmed.Task;
                    _isNext.TrySetResult();
                    break;
                case "Confirm" when _confirmed.TrySetResult():
                    await _isNext.Task;
                    break;
            }
        }
    }

    private sealed class LateCommit : SlowCommit
    {
        private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

        private readonly TaskCompletionSource _delivered = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public void Deliver() => _delivered.TrySetResult();

        protected override Task IsDue() => Task.WhenAny(_delivered.Task, Task.Delay(Patience, TimeProvider.System));
    }
}
