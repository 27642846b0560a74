using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Conformance;

/// <summary>Activation, deactivation, and what becomes of the requests meanwhile.</summary>
public abstract class LifecycleTests(EngineUnderTest engines)
{
    [Fact]
    public async Task A_grain_is_activated_once_however_many_call_it_first()
    {
        await using var engine = await Start(new LifePlan());
        var calls = Enumerable.Range(0, 50).Select(_ => Task.Run(() => engine.Grains.GetGrain<ILife>(1).Activation()));
        Assert.All(await Task.WhenAll(calls), number => Assert.Equal(1, number));
    }

    [Fact]
    public async Task Requests_wait_until_the_grain_is_activated()
    {
        await using var engine = await Start(new LifePlan { Gate = "activation" });
        var calls = Enumerable.Range(0, 5).Select(_ => engine.Grains.GetGrain<ILife>(1).Activation()).ToArray();
        await engine.Gates.Arrival("activation");
        Assert.All(calls, call => Assert.False(call.IsCompleted));
        engine.Gates.Open("activation");
        Assert.All(await Task.WhenAll(calls), number => Assert.Equal(1, number));
    }

    [Fact]
    public async Task A_failed_activation_serves_nobody_and_a_later_one_tries_again()
    {
        await using var engine = await Start(new LifePlan { Failures = 1, Gate = "activation" });
        var grain = engine.Grains.GetGrain<ILife>(1);
        var calls = Enumerable.Range(0, 5).Select(_ => grain.Activation()).ToArray();
        await engine.Gates.Arrival("activation");
        engine.Gates.Open("activation");
        var failures = 0;
        foreach (var call in calls)
        {
            try
            {
                // A request that comes when the others have failed is for the next activation.
                Assert.Equal(2, await call);
            }
            catch (InvalidOperationException e)
            {
                Assert.Equal("activation 1 fails", e.Message);
                failures++;
            }
        }

        Assert.True(failures > 0);
        Assert.Equal(2, await grain.Activation());
        Assert.DoesNotContain(engine.Journal.Entries, entry => entry.Contains("leaves", StringComparison.Ordinal));
    }

    [Fact]
    public async Task An_activation_that_takes_too_long_is_cancelled()
    {
        var plan = new LifePlan { Gate = "activation" };
        await using var engine = await Start(plan, new EngineSettings { LifecycleTimeout = TimeSpan.FromSeconds(1) });
        var call = engine.Grains.GetGrain<ILife>(1).Activation();
        await engine.Gates.Arrival("activation");
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call);
    }

    [Fact]
    public async Task After_a_grain_asked_to_leave_the_next_call_meets_a_new_activation()
    {
        await using var engine = await Start(new LifePlan());
        var grain = engine.Grains.GetGrain<ILife>(1);
        Assert.Equal(1, await grain.Leave());
        Assert.Equal(2, await grain.Activation());
        Assert.Equal("1 leaves: ApplicationRequested", (await engine.Journal.WaitFor(1))[0]);
    }

    [Fact]
    public async Task Requests_that_wait_while_a_grain_leaves_go_to_the_new_activation()
    {
        await using var engine = await Start(new LifePlan());
        var grain = engine.Grains.GetGrain<ILife>(1);
        var leaving = grain.LeaveAfter("a");
        await engine.Gates.Arrival("a");
        var waiting = Enumerable.Range(0, 20).Select(_ => grain.Activation()).ToArray();
        engine.Gates.Open("a");
        Assert.Equal(1, await leaving);
        Assert.All(await Task.WhenAll(waiting), number => Assert.Equal(2, number));
    }

    [Fact]
    public async Task Requests_that_come_while_a_grain_is_leaving_go_to_the_new_activation()
    {
        await using var engine = await Start(new LifePlan { LeavingGate = "leaving" });
        var grain = engine.Grains.GetGrain<ILife>(1);
        await grain.Leave();
        await engine.Gates.Arrival("leaving");
        var waiting = Enumerable.Range(0, 20).Select(_ => grain.Activation()).ToArray();
        Assert.All(waiting, call => Assert.False(call.IsCompleted));
        engine.Gates.Open("leaving");
        Assert.All(await Task.WhenAll(waiting), number => Assert.Equal(2, number));
    }

    [Fact]
    public async Task A_grain_may_call_others_while_it_leaves()
    {
        await using var engine = await Start(new LifePlan { CallsWhenLeaving = true });
        await engine.Grains.GetGrain<ILife>(1).Leave();
        Assert.Equal("good bye", (await engine.Journal.WaitFor(1))[0]);
    }

    [Fact]
    public async Task A_grain_that_fails_to_leave_is_gone_all_the_same()
    {
        await using var engine = await Start(new LifePlan());
        var grain = engine.Grains.GetGrain<ILife>(1);
        await grain.FailOnLeaving();
        Assert.Equal(2, await grain.Activation());
    }

    [Fact]
    public async Task Services_of_an_activation_live_as_long_as_it_does()
    {
        await using var engine = await Start(new LifePlan());
        var grain = engine.Grains.GetGrain<ILife>(7);
        Assert.Equal("life/7 True", await grain.Services());
        await grain.Leave();
        await grain.Activation();
        Assert.Equal(["1 leaves: ApplicationRequested", "service of life/7 disposed"], (await engine.Journal.WaitFor(2)).Take(2));
    }

    [Fact]
    public async Task Components_start_before_the_grain_and_stop_after_it()
    {
        await using var engine = await engines.Start();
        await engine.Grains.GetGrain<IStaged>(1).Leave();

        // The stage after the grain's own: on which side of the grain it is started the engines differ (docs/engines.md).
        var entries = (await engine.Journal.WaitFor(6)).Where(entry => !entry.EndsWith("last", StringComparison.Ordinal));
        Assert.Equal(["start state", "start grain", "stop grain", "stop state"], entries);
    }

    private Task<IEngineFixture> Start(LifePlan plan, EngineSettings? settings = null) =>
        engines.Start((settings ?? new EngineSettings()) with { Configure = services => services.AddSingleton(plan) });
}
