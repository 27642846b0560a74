using Marketplace.Protocol.Conformance.Fixtures;
using Marketplace.Protocol.Conformance.Grains;
using Marketplace.Protocols;
using Marketplace.TestSupport;
using Orleans;
using Xunit;

namespace Marketplace.Protocol.Conformance;

/// <summary>What sagas do that other protocols do not: steps are seen at once, go beside each other, and are compensated.</summary>
[Collection(Counters.Collection)]
public sealed class SagaTests
{
    private const int Accounts = 5;
    private const int Workers = 16;
    private const int TransfersAWorker = 60;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private static readonly ProtocolOptions Options = new()
    {
        Timeout = TimeSpan.FromMilliseconds(500),
        Retries = 100,
        RetryFor = TimeSpan.FromMinutes(2),
    };

    [Theory]
    [InlineData("saga")]
    [InlineData("saga (local)")]
    public async Task A_step_is_seen_at_once_and_taken_back_without_the_steps_of_others(string saga)
    {
        await using var system = await ProtocolUnderTest.Start(saga, Options);
        var (entered, goOn) = (new TaskCompletionSource(), new TaskCompletionSource());
        var failing = system.Run<long>(async (tx, grains) =>
        {
            await Account(grains, 1).Add(tx, 5);
            entered.SetResult();
            await goOn.Task;
            throw new InvalidOperationException("It fails on purpose.");
        });
        await Soon(entered.Task);
        Assert.Equal(5 + 7, await Soon(system.Run((tx, grains) => Account(grains, 1).Add(tx, 7))));
        goOn.SetResult();
        var aborted = await Assert.ThrowsAsync<TransactionAbortedException>(() => failing);
        Assert.Equal(AbortCause.Failure, aborted.Cause);
        Assert.Equal(7, await Balance(system, 1));
    }

    [Theory]
    [InlineData("saga")]
    [InlineData("saga (local)")]
    public async Task Steps_are_compensated_in_reverse_order_each_grain_once(string saga)
    {
        var messages = new HeardMessages();
        await using var system = await ProtocolUnderTest.Start(saga, Options, messages);
        using var counters = new Counters();
        await Assert.ThrowsAsync<TransactionAbortedException>(() => system.Run<long>(async (tx, grains) =>
        {
            await Account(grains, 1).Add(tx, 1);
            await Account(grains, 2).Add(tx, 2);
            await Account(grains, 3).Balance(tx);
            await Account(grains, 4).Add(tx, 4);
            await Account(grains, 1).Add(tx, 8);
            throw new InvalidOperationException("It fails on purpose.");
        }));
        Assert.Equal(["Compensate 1", "Compensate 4", "Compensate 2"], messages.Heard);
        Assert.Equal(3, counters.Compensations);
        foreach (var account in new[] { 1, 2, 4 })
            Assert.Equal(0, await Balance(system, account));
    }

    [Theory]
    [InlineData("saga")]
    [InlineData("saga (local)")]
    public async Task Only_grains_that_hold_something_back_are_told_of_a_good_end(string saga)
    {
        var messages = new HeardMessages();
        await using var system = await ProtocolUnderTest.Start(saga, Options, messages);
        await system.Run(async (tx, grains) =>
        {
            await Account(grains, 1).Add(tx, 1);
            await Account(grains, 2).Add(tx, 1);
            await Account(grains, 2).Send(tx, "one");
            Assert.Empty(system.Letters.Sent);
            return 0;
        });
        Assert.Equal(["EndSaga 2"], messages.Heard);
        Assert.Equal(["one"], system.Letters.Sent);
    }

    [Theory]
    [InlineData("saga")]
    [InlineData("saga (local)")]
    public async Task What_was_held_back_is_withdrawn_with_the_steps(string saga)
    {
        await using var system = await ProtocolUnderTest.Start(saga, Options);
        await Assert.ThrowsAsync<TransactionAbortedException>(() => system.Run<int>(async (tx, grains) =>
        {
            await Account(grains, 1).Send(tx, "one");
            await Account(grains, 1).Send(tx, "two");
            throw new InvalidOperationException("It fails on purpose.");
        }));
        Assert.Equal(["not two", "not one"], system.Letters.Sent);
    }

    [Theory]
    [InlineData("saga")]
    [InlineData("saga (local)")]
    public async Task A_step_that_would_build_on_another_one_waits_until_that_stands_or_is_taken_back(string saga)
    {
        await using var system = await ProtocolUnderTest.Start(saga, Options with { Timeout = Patience });
        var (entered, goOn) = (new TaskCompletionSource(), new TaskCompletionSource());
        var failing = system.Run<int>(async (tx, grains) =>
        {
            await Account(grains, 1).Replace(tx, "wrong");
            entered.SetResult();
            await goOn.Task;
            throw new InvalidOperationException("It fails on purpose.");
        });
        await Soon(entered.Task);
        using var counters = new Counters();
        var waiting = system.Run((tx, grains) => Account(grains, 1).Replace(tx, "right"));
        await Wait.Until("a step waits", () => counters.Waits == 1);
        Assert.False(waiting.IsCompleted);
        goOn.SetResult();
        await Assert.ThrowsAsync<TransactionAbortedException>(() => failing);
        Assert.Equal("", await Soon(waiting));
    }

    [Theory]
    [InlineData("saga")]
    [InlineData("saga (local)")]
    public async Task An_activation_that_ends_in_the_middle_of_a_saga_forgets_nothing(string saga)
    {
        await using var system = await ProtocolUnderTest.Start(saga, Options);
        await Assert.ThrowsAsync<TransactionAbortedException>(() => system.Run<long>(async (tx, grains) =>
        {
            await Account(grains, 1).Add(tx, 5);
            await Account(grains, 1).Send(tx, "one");
            await Account(grains, 1).Leave();
            Assert.Equal(5, await Account(grains, 1).Balance(tx));
            throw new InvalidOperationException("It fails on purpose.");
        }));
        Assert.Equal(0, await Balance(system, 1));
        Assert.Equal(["not one"], system.Letters.Sent);
    }

    [Theory]
    [InlineData("saga")]
    [InlineData("saga (local)")]
    public async Task An_activation_begins_with_what_is_decided_although_it_goes_on_with_the_steps_of_the_last_one(string saga)
    {
        await using var system = await ProtocolUnderTest.Start(saga, Options);
        Assert.Equal(3, await system.Run((tx, grains) => Account(grains, 1).Add(tx, 3)));
        await Assert.ThrowsAsync<TransactionAbortedException>(() => system.Run<long>(async (tx, grains) =>
        {
            await Account(grains, 1).Add(tx, 5);
            await Account(grains, 1).Leave();
            Assert.Equal(8, await Account(grains, 1).Balance(tx));
            Assert.Equal(3, await Account(grains, 1).Loaded());
            throw new InvalidOperationException("It fails on purpose.");
        }));
        Assert.Equal(3, await Balance(system, 1));
    }

    // Until the saga is over nobody may build on what remained; to take that back in turn would be the step again.
    [Theory]
    [InlineData("saga")]
    [InlineData("saga (local)")]
    public async Task What_is_taken_back_is_not_decided_again_while_the_saga_is_compensated_elsewhere(string saga)
    {
        var elsewhere = new LateMessage("Compensate", key: 1);
        await using var system = await ProtocolUnderTest.Start(saga, Options with { Timeout = Patience }, elsewhere);
        Assert.Equal(3, await system.Run((tx, grains) => Account(grains, 2).Add(tx, 3)));
        var failing = system.Run<long>(async (tx, grains) =>
        {
            await Account(grains, 1).Add(tx, 1);
            await Account(grains, 2).Add(tx, 5);
            throw new InvalidOperationException("It fails on purpose.");
        });
        await Soon(elsewhere.Held);

        // The first activation has begun with nothing.
        var loaded = 0L;
        while (loaded == 0)
        {
            loaded = await Soon(system.Run(async (tx, grains) =>
            {
                await Account(grains, 2).Leave();
                await Account(grains, 2).Balance(tx);
                return await Account(grains, 2).Loaded();
            }));
        }

        Assert.Equal(3, loaded);
        elsewhere.Deliver();
        await Assert.ThrowsAsync<TransactionAbortedException>(() => failing);
        Assert.Equal(3, await Balance(system, 2));
    }

    [Theory]
    [InlineData("saga", false)]
    [InlineData("saga", true)]
    [InlineData("saga (local)", false)]
    [InlineData("saga (local)", true)]
    public async Task What_a_saga_emits_leaves_after_what_those_emitted_on_which_it_built(string saga, bool wasThereBefore)
    {
        var late = new LateMessage("EndSaga");
        await using var system = await ProtocolUnderTest.Start(saga, Options with { Timeout = Patience }, late);
        var (entered, goOn) = (new TaskCompletionSource(), new TaskCompletionSource());
        var second = system.Run(async (tx, grains) =>
        {
            if (wasThereBefore)
                await Account(grains, 1).Add(tx, 1);

            entered.SetResult();
            await goOn.Task;
            await Account(grains, 1).Send(tx, "second");
            return await Account(grains, 1).Replace(tx, "second");
        });
        await Soon(entered.Task);
        var first = system.Run(async (tx, grains) =>
        {
            await Account(grains, 1).Send(tx, "first");
            return await Account(grains, 1).Replace(tx, "first");
        });

        // It is over, and the grain has not heard of that.
        await Soon(late.Held);
        goOn.SetResult();
        Assert.Equal("first", await Soon(second));
        Assert.Equal(["first", "second"], system.Letters.Sent);
        late.Deliver();
        await Soon(first);
        Assert.Equal(["first", "second"], system.Letters.Sent);
    }

    [Theory]
    [InlineData("saga", 0)]
    [InlineData("saga", 0.004)]
    [InlineData("saga (local)", 0)]
    [InlineData("saga (local)", 0.004)]
    public async Task Concurrent_transfers_never_wait_and_leave_what_committed_ones_moved(string saga, double lost)
    {
        var losses = new LostMessages(lost, Options.Timeout, seed: 1);
        await using var system = await ProtocolUnderTest.Start(saga, Options, losses);
        using var counters = new Counters();
        var expected = new long[Accounts];
        await Soon(Task.WhenAll(Enumerable.Range(0, Workers).Select(async worker =>
        {
            await Task.Yield();
            var random = new Random(worker);
            for (var i = 0; i < TransfersAWorker; i++)
            {
                var (from, to, amount, fails) = (random.Next(Accounts), random.Next(Accounts), random.Next(100), random.Next(4) == 0);
                try
                {
                    await system.Run(async (tx, grains) =>
                    {
                        await Account(grains, from).Add(tx, -amount);
                        await Account(grains, to).Add(tx, amount);
                        return fails ? throw new InvalidOperationException("It fails on purpose.") : 0;
                    });
                    Interlocked.Add(ref expected[from], -amount);
                    Interlocked.Add(ref expected[to], amount);
                }
                catch (TransactionAbortedException)
                {
                    Assert.True(fails);
                }
            }
        })));
        losses.Stop();
        Assert.Equal(0, counters.Waits);
        Assert.Equal(lost > 0, losses.Count > 0);
        for (var account = 0; account < Accounts; account++)
            Assert.Equal(expected[account], await Balance(system, account));
    }

    private static IAccountGrain Account(IGrainFactory grains, int account) => grains.GetGrain<IAccountGrain>(account);

    private static Task<long> Balance(ProtocolUnderTest system, int account) =>
        Soon(system.Run((tx, grains) => Account(grains, account).Balance(tx)));

    private static Task Soon(Task task) => task.WaitAsync(Patience, TestContext.Current.CancellationToken);

    private static Task<T> Soon<T>(Task<T> task) => task.WaitAsync(Patience, TestContext.Current.CancellationToken);
}
