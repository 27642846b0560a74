using Marketplace.LocalEngine.Tests.Fixtures;
using Marketplace.LocalEngine.Tests.Grains;
using Xunit;

namespace Marketplace.LocalEngine.Tests.Conformance;

/// <summary>Timers of grains. A call after a tick's entry waits for the tick's end: then the next one is set.</summary>
public sealed class TimerTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public async Task A_timer_ticks_when_due_and_then_in_its_period()
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.Start(interleave: false, keepAlive: false, gate: null);
        await Tick(engine, grain, 1 * Second, 1);
        await Tick(engine, grain, 10 * Second, 2);
        await Tick(engine, grain, 10 * Second, 3);
        Assert.Equal(["tick 1", "tick 2", "tick 3"], engine.Journal.Entries);
    }

    [Fact]
    public async Task A_timer_can_be_changed_and_stopped()
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.Start(interleave: false, keepAlive: false, gate: null);
        await grain.Change(5 * Second, 3 * Second);
        engine.Time.Advance(4 * Second);
        await Settle(grain);
        Assert.Empty(engine.Journal.Entries);
        await Tick(engine, grain, 1 * Second, 1);
        await Tick(engine, grain, 3 * Second, 2);
        await grain.Stop();
        engine.Time.Advance(100 * Second);
        await Settle(grain);
        Assert.Equal(2, engine.Journal.Entries.Count);
    }

    [Fact]
    public async Task A_tick_waits_for_the_request_that_runs()
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.Start(interleave: false, keepAlive: false, gate: null);
        var held = grain.Hold("a");
        await engine.Gates.ArrivalAsync("a");
        engine.Time.Advance(1 * Second);
        Assert.Empty(engine.Journal.Entries);
        engine.Gates.Open("a");
        await held;
        Assert.Equal(["tick 1"], await engine.Journal.WaitForAsync(1));
    }

    [Fact]
    public async Task An_interleaving_tick_does_not_wait()
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.Start(interleave: true, keepAlive: false, gate: null);
        var held = grain.Hold("a");
        await engine.Gates.ArrivalAsync("a");
        engine.Time.Advance(1 * Second);
        await engine.Journal.WaitForAsync(1);
        engine.Gates.Open("a");
        await held;
    }

    [Fact]
    public async Task A_tick_that_is_not_done_delays_the_next_one()
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.Start(interleave: true, keepAlive: false, gate: "tick");
        engine.Time.Advance(1 * Second);
        await engine.Gates.ArrivalAsync("tick");
        engine.Time.Advance(20 * Second);
        await Settle(grain);
        Assert.False(engine.Gates.HasArrival("tick"));
        engine.Gates.Open("tick");
        await engine.Journal.WaitForAsync(1);
    }

    [Fact]
    public async Task A_failing_tick_does_not_end_the_timer()
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.StartFailing();
        await Tick(engine, grain, 1 * Second, 1);
        await Tick(engine, grain, 10 * Second, 2);
    }

    [Fact]
    public async Task Timers_end_with_their_activation()
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.Start(interleave: false, keepAlive: false, gate: null);
        await grain.Leave();
        await Settle(grain);
        engine.Time.Advance(100 * Second);
        await Settle(grain);
        Assert.Empty(engine.Journal.Entries);
    }

    [Theory]
    [InlineData(false, 0)]
    [InlineData(true, 1)]
    public async Task Ticks_keep_a_grain_from_being_idle_only_if_they_say_so(bool keepAlive, int activations)
    {
        var settings = new EngineSettings { CollectionAge = 60 * Second, CollectionQuantum = 10 * Second };
        await using var engine = Engines.Start(settings);
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.Settle();
        var engineTimers = engine.Time.TimerCount;
        await grain.Start(interleave: false, keepAlive, gate: null);
        engine.Time.Advance(1 * Second);
        for (var tick = 1; tick < 40 && engine.ActivationCount > 0; tick++)
        {
            await engine.Journal.WaitForAsync(tick);
            await engine.Time.TimersAsync(engineTimers + 1);
            engine.Time.Advance(10 * Second);
        }
        Assert.Equal(activations, engine.ActivationCount);
    }

    private static async Task Tick(IEngineFixture engine, IClock grain, TimeSpan time, int entries)
    {
        engine.Time.Advance(time);
        await engine.Journal.WaitForAsync(entries);
        await Settle(grain);
    }

    // The grain is not reentrant: when this call is through, so is everything that came before it.
    private static Task Settle(IClock grain) => grain.Settle();
}
