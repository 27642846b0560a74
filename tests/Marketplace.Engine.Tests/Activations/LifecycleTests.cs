using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Marketplace.Engine.Tests.Fixtures;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Engine.Tests.Activations;

/// <summary>Activation and collection, to the minute, and where Orleans differs (docs/engines.md).</summary>
public sealed class LifecycleTests
{
    [Fact]
    public async Task A_grain_is_activated_once_however_many_call_it_first()
    {
        await using var engine = Start(new LifePlan());
        var calls = Enumerable.Range(0, 50).Select(_ => Task.Run(() => engine.Grains.GetGrain<ILife>(1).Activation()));
        await Task.WhenAll(calls);
        Assert.Equal(1, engine.ActivationCount());
    }

    [Fact]
    public async Task A_failed_activation_fails_all_requests_that_wait_for_it()
    {
        await using var engine = Start(new LifePlan { Failures = 1, Gate = "activation" });
        var grain = engine.Grains.GetGrain<ILife>(1);
        var calls = new[] { grain.Activation(), grain.Activation() };
        await engine.Gates.Arrival("activation");
        engine.Gates.Open("activation");
        foreach (var call in calls)
            Assert.Equal("activation 1 fails", (await Assert.ThrowsAsync<InvalidOperationException>(() => call)).Message);
        Assert.Equal(2, await grain.Activation());
    }

    [Fact]
    public async Task A_grain_that_asks_to_leave_while_it_is_activated_still_serves_its_first_request()
    {
        await using var engine = Start(new LifePlan { LeavesAtOnce = true });
        var grain = engine.Grains.GetGrain<ILife>(1);
        Assert.Equal(1, await grain.Activation());
        Assert.Equal("1 leaves: ApplicationRequested", (await engine.Journal.WaitFor(1))[0]);
        Assert.Equal(2, await grain.Activation());
    }

    [Fact]
    public async Task Components_start_in_stages_before_the_grain_and_stop_after_it()
    {
        await using var engine = LocalEngines.Start();
        await engine.Grains.GetGrain<IStaged>(1).Leave();
        Assert.Equal(
            ["start state", "start last", "start grain", "stop grain", "stop last", "stop state"],
            await engine.Journal.WaitFor(6));
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
        Assert.Equal(1, engine.ActivationCount());
        engine.Time.Advance(TimeSpan.FromMinutes(3));
        Assert.Equal("1 leaves: ActivationIdle", (await engine.Journal.WaitFor(1))[0]);
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
        await using var engine = LocalEngines.Start(new EngineSettings { ResponseTimeout = TimeSpan.FromHours(10) });
        var held = engine.Grains.GetGrain<IPlain>(1).Hold("a");
        await engine.Gates.Arrival("a");
        engine.Time.Advance(TimeSpan.FromHours(5));
        Assert.Equal(1, engine.ActivationCount());
        engine.Gates.Open("a");
        await held;
    }

    [Fact]
    public async Task An_age_limit_of_the_class_overrides_the_engines()
    {
        await using var engine = LocalEngines.Start();
        await engine.Grains.GetGrain<IEternal>(1).Activation();
        await engine.Grains.GetGrain<IBare>(1).Touch();
        engine.Time.Advance(TimeSpan.FromHours(20));
        Assert.Equal(1, engine.ActivationCount());
    }

    private static LocalEngineFixture Start(LifePlan plan) =>
        LocalEngines.Start(new EngineSettings { Configure = services => services.AddSingleton(plan) });
}
