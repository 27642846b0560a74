using Marketplace.LocalEngine.Tests.Fixtures;
using Marketplace.LocalEngine.Tests.Grains;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.LocalEngine.Tests.Conformance;

/// <summary>Activation, deactivation, and what becomes of the requests meanwhile.</summary>
public sealed class LifecycleTests
{
    [Fact]
    public async Task A_grain_is_activated_once_however_many_call_it_first()
    {
        await using var engine = Start(new LifePlan());
        var calls = Enumerable.Range(0, 50).Select(_ => Task.Run(() => engine.Grains.GetGrain<ILife>(1).Activation()));
        var numbers = await Task.WhenAll(calls);
        Assert.All(numbers, number => Assert.Equal(1, number));
        Assert.Equal(1, engine.ActivationCount);
    }

    [Fact]
    public async Task Requests_wait_until_the_grain_is_activated()
    {
        await using var engine = Start(new LifePlan { Gate = "activation" });
        var calls = Enumerable.Range(0, 5).Select(_ => engine.Grains.GetGrain<ILife>(1).Activation()).ToArray();
        await engine.Gates.ArrivalAsync("activation");
        Assert.All(calls, call => Assert.False(call.IsCompleted));
        engine.Gates.Open("activation");
        Assert.All(await Task.WhenAll(calls), number => Assert.Equal(1, number));
    }

    [Fact]
    public async Task A_failed_activation_fails_its_requests_and_the_next_one_tries_again()
    {
        await using var engine = Start(new LifePlan { Failures = 1, Gate = "activation" });
        var grain = engine.Grains.GetGrain<ILife>(1);
        var calls = new[] { grain.Activation(), grain.Activation() };
        await engine.Gates.ArrivalAsync("activation");
        engine.Gates.Open("activation");
        foreach (var call in calls)
            Assert.Equal("activation 1 fails", (await Assert.ThrowsAsync<InvalidOperationException>(() => call)).Message);
        Assert.Equal(2, await grain.Activation());
    }

    [Fact]
    public async Task An_activation_that_takes_too_long_is_cancelled()
    {
        var patient = new EngineSettings { ResponseTimeout = TimeSpan.FromMinutes(5) };
        await using var engine = Start(new LifePlan { Gate = "activation" }, patient);
        var call = engine.Grains.GetGrain<ILife>(1).Activation();
        await engine.Gates.ArrivalAsync("activation");
        engine.Time.Advance(TimeSpan.FromSeconds(31));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call);
    }

    [Fact]
    public async Task After_a_grain_asked_to_leave_the_next_call_meets_a_new_activation()
    {
        await using var engine = Start(new LifePlan());
        var grain = engine.Grains.GetGrain<ILife>(1);
        Assert.Equal(1, await grain.Leave());
        Assert.Equal(2, await grain.Activation());
        Assert.Equal("1 leaves: ApplicationRequested", (await engine.Journal.WaitForAsync(1))[0]);
    }

    [Fact]
    public async Task A_grain_that_asks_to_leave_while_it_is_activated_still_serves_its_first_request()
    {
        await using var engine = Start(new LifePlan { LeavesAtOnce = true });
        var grain = engine.Grains.GetGrain<ILife>(1);
        Assert.Equal(1, await grain.Activation());
        Assert.Equal("1 leaves: ApplicationRequested", (await engine.Journal.WaitForAsync(1))[0]);
        Assert.Equal(2, await grain.Activation());
    }

    [Fact]
    public async Task Requests_that_wait_while_a_grain_leaves_go_to_the_new_activation_in_order()
    {
        await using var engine = Start(new LifePlan());
        var grain = engine.Grains.GetGrain<ILife>(1);
        var leaving = grain.LeaveAfter("a");
        await engine.Gates.ArrivalAsync("a");
        var waiting = Enumerable.Range(0, 20).Select(_ => grain.Activation()).ToArray();
        engine.Gates.Open("a");
        Assert.Equal(1, await leaving);
        Assert.All(await Task.WhenAll(waiting), number => Assert.Equal(2, number));
    }

    [Fact]
    public async Task A_grain_that_fails_to_leave_is_gone_all_the_same()
    {
        await using var engine = Start(new LifePlan());
        var grain = engine.Grains.GetGrain<ILife>(1);
        await grain.FailOnLeaving();
        Assert.Equal(2, await grain.Activation());
    }

    [Fact]
    public async Task Services_of_an_activation_live_as_long_as_it_does()
    {
        await using var engine = Start(new LifePlan());
        var grain = engine.Grains.GetGrain<ILife>(7);
        Assert.Equal("life/7 True", await grain.Services());
        await grain.Leave();
        await grain.Activation();
        Assert.Equal(["1 leaves: ApplicationRequested", "service of life/7 disposed"], (await engine.Journal.WaitForAsync(2)).Take(2));
    }

    [Fact]
    public async Task Components_start_and_stop_in_stages_around_the_grain()
    {
        await using var engine = Engines.Start();
        await engine.Grains.GetGrain<IStaged>(1).Leave();
        Assert.Equal(
            ["start state", "start grain", "start last", "stop last", "stop grain", "stop state"],
            await engine.Journal.WaitForAsync(6));
    }

    [Fact]
    public async Task An_idle_grain_is_deactivated_at_its_age_and_comes_back_when_called()
    {
        await using var engine = Start(new LifePlan());
        var grain = engine.Grains.GetGrain<ILife>(1);
        await grain.Activation();
        engine.Time.Advance(TimeSpan.FromMinutes(14));
        Assert.Equal(1, await grain.Activation());
        engine.Time.Advance(TimeSpan.FromMinutes(14));
        Assert.Equal(1, engine.ActivationCount);
        engine.Time.Advance(TimeSpan.FromMinutes(3));
        Assert.Equal("1 leaves: ActivationIdle", (await engine.Journal.WaitForAsync(1))[0]);
        Assert.Equal(2, await grain.Activation());
    }

    [Fact]
    public async Task A_grain_can_delay_its_collection()
    {
        await using var engine = Start(new LifePlan());
        var grain = engine.Grains.GetGrain<ILife>(1);
        await grain.Stay(TimeSpan.FromHours(1));
        engine.Time.Advance(TimeSpan.FromMinutes(50));
        Assert.Equal(1, await grain.Activation());
        engine.Time.Advance(TimeSpan.FromHours(2));
        Assert.Equal(2, await grain.Activation());
    }

    [Fact]
    public async Task A_grain_whose_request_runs_is_not_idle()
    {
        await using var engine = Engines.Start(new EngineSettings { ResponseTimeout = TimeSpan.FromHours(10) });
        var held = engine.Grains.GetGrain<IPlain>(1).Hold("a");
        await engine.Gates.ArrivalAsync("a");
        engine.Time.Advance(TimeSpan.FromHours(5));
        Assert.Equal(1, engine.ActivationCount);
        engine.Gates.Open("a");
        await held;
    }

    [Fact]
    public async Task An_age_limit_of_the_class_overrides_the_engines()
    {
        await using var engine = Engines.Start();
        await engine.Grains.GetGrain<IEternal>(1).Touch();
        await engine.Grains.GetGrain<IBare>(1).Touch();
        engine.Time.Advance(TimeSpan.FromHours(20));
        Assert.Equal(1, engine.ActivationCount);
    }

    private static IEngineFixture Start(LifePlan plan, EngineSettings? settings = null) =>
        Engines.Start((settings ?? new EngineSettings()) with { Configure = services => services.AddSingleton(plan) });
}
