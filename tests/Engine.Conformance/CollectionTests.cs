using System.Diagnostics;
using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Conformance;

/// <summary>Grains that nobody uses leave. Ages are lower bounds: no test says how soon after them a grain leaves.</summary>
public abstract class CollectionTests(EngineUnderTest engines)
{
    private static readonly TimeSpan Age = TimeSpan.FromSeconds(1);

    private static readonly EngineSettings Quick = new()
    {
        CollectionAge = Age,
        CollectionQuantum = TimeSpan.FromSeconds(0.1),
        Configure = static services => services.AddSingleton(new LifePlan()),
    };

    [Fact]
    public async Task An_idle_grain_leaves_after_its_age_and_comes_back_when_called()
    {
        await using var engine = await engines.Start(Quick);
        var grain = engine.Grains.GetGrain<ILife>(1);
        var watch = Stopwatch.StartNew();
        await grain.Activation();
        await engine.Journal.WaitFor("1 leaves: ActivationIdle");

        // Engines may measure in ticks of the system's coarse clock.
        Assert.True(watch.Elapsed > Age * 0.9, $"It left after {watch.Elapsed}.");
        Assert.Equal(2, await grain.Activation());
    }

    [Fact]
    public async Task A_grain_can_delay_its_collection_and_take_that_back()
    {
        await using var engine = await engines.Start(Quick);
        var forever = engine.Grains.GetGrain<ILife>(1);
        await forever.Stay(Timeout.InfiniteTimeSpan);
        var hours = engine.Grains.GetGrain<ILife>(2);
        await hours.Stay(TimeSpan.FromHours(1));
        var maximum = engine.Grains.GetGrain<ILife>(3);
        await maximum.Stay(TimeSpan.MaxValue);
        var back = engine.Grains.GetGrain<ILife>(4);
        await back.Stay(TimeSpan.FromHours(1));
        await back.Stay(TimeSpan.Zero);
        await engine.Journal.WaitFor("4 leaves: ActivationIdle");
        Assert.Equal(1, await forever.Activation());
        Assert.Equal(2, await hours.Activation());
        Assert.Equal(3, await maximum.Activation());
    }

    [Fact]
    public async Task A_grain_whose_request_runs_is_not_idle()
    {
        await using var engine = await engines.Start(Quick);
        var held = engine.Grains.GetGrain<ILife>(1).StayAt("a");
        await engine.Gates.Arrival("a");
        await engine.Grains.GetGrain<ILife>(2).Activation();
        await engine.Journal.WaitFor("2 leaves: ActivationIdle");
        engine.Gates.Open("a");
        Assert.Equal(1, await held);
    }

    [Fact]
    public async Task An_age_limit_of_the_class_overrides_the_engines()
    {
        await using var engine = await engines.Start(Quick);
        var eternal = engine.Grains.GetGrain<IEternal>(1);
        Assert.Equal(1, await eternal.Activation());
        await engine.Grains.GetGrain<ILife>(2).Activation();
        await engine.Journal.WaitFor("2 leaves: ActivationIdle");
        Assert.Equal(1, await eternal.Activation());
    }

    [Fact]
    public async Task Ticks_keep_a_grain_from_being_idle_only_if_they_say_so()
    {
        // Old enough that a tick which comes late on a busy machine still comes in time.
        await using var engine = await engines.Start(Quick with { CollectionAge = 2 * Age });
        await engine.Grains.GetGrain<ILife>(1).Tick(TimeSpan.FromSeconds(0.2), keepAlive: true);
        await engine.Grains.GetGrain<ILife>(2).Tick(TimeSpan.FromSeconds(0.2), keepAlive: false);
        await engine.Journal.WaitFor("2 leaves: ActivationIdle");

        // Grain 3 is as old now as grain 2 was when it left, and grain 1 is twice as old.
        await engine.Grains.GetGrain<ILife>(3).Activation();
        await engine.Journal.WaitFor("3 leaves: ActivationIdle");
        Assert.Equal(1, await engine.Grains.GetGrain<ILife>(1).Activation());
    }
}
