using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Xunit;

namespace Marketplace.Conformance;

/// <summary>Timers of grains. A call after a tick's entry waits for the tick's end: then the next one is set.</summary>
public abstract class TimerTests(EngineUnderTest engines)
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private static readonly EngineSettings Manual = new() { ManualTimers = true };

    [Fact]
    public async Task A_timer_ticks_when_due_and_then_in_its_period()
    {
        await using var engine = await engines.Start(Manual);
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
        await using var engine = await engines.Start(Manual);
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
        await using var engine = await engines.Start(Manual);
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.Start(interleave: false, keepAlive: false, gate: null);
        var held = grain.Hold("a");
        await engine.Gates.Arrival("a");
        engine.Time.Advance(1 * Second);
        Assert.Empty(engine.Journal.Entries);
        engine.Gates.Open("a");
        await held;
        Assert.Equal(["tick 1"], await engine.Journal.WaitFor(1));
    }

    [Fact]
    public async Task An_interleaving_tick_does_not_wait()
    {
        await using var engine = await engines.Start(Manual);
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.Start(interleave: true, keepAlive: false, gate: null);
        var held = grain.Hold("a");
        await engine.Gates.Arrival("a");
        engine.Time.Advance(1 * Second);
        await engine.Journal.WaitFor(1);
        engine.Gates.Open("a");
        await held;
    }

    [Fact]
    public async Task A_tick_that_is_not_done_delays_the_next_one()
    {
        await using var engine = await engines.Start(Manual);
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.Start(interleave: true, keepAlive: false, gate: "tick");
        engine.Time.Advance(1 * Second);
        await engine.Gates.Arrival("tick");
        engine.Time.Advance(20 * Second);
        await Settle(grain);
        Assert.False(engine.Gates.HasArrival("tick"));
        engine.Gates.Open("tick");
        await engine.Journal.WaitFor(1);
    }

    [Fact]
    public async Task A_failing_tick_does_not_end_the_timer()
    {
        await using var engine = await engines.Start(Manual);
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.StartFailing();
        await Tick(engine, grain, 1 * Second, 1);
        await Tick(engine, grain, 10 * Second, 2);
    }

    [Fact]
    public async Task Timers_end_with_their_activation()
    {
        await using var engine = await engines.Start(Manual);
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.Start(interleave: false, keepAlive: false, gate: null);
        await grain.Leave();
        await Settle(grain);
        engine.Time.Advance(100 * Second);
        await Settle(grain);
        Assert.Empty(engine.Journal.Entries);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_change_made_in_a_tick_takes_effect_when_it_is_done(bool interleave)
    {
        await using var engine = await engines.Start(Manual);
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.StartChanging(interleave, "tick", dueTime: 2 * Second);
        engine.Time.Advance(1 * Second);
        await engine.Gates.Arrival("tick");
        engine.Time.Advance(20 * Second);
        Assert.False(engine.Gates.HasArrival("tick"));
        engine.Gates.Open("tick");
        await engine.Journal.WaitFor(1);
        await Settle(grain);
        await Tick(engine, grain, 2 * Second, 2);
        Assert.Equal(["changing tick 1", "changing tick 2"], engine.Journal.Entries);
    }

    [Fact]
    public async Task A_timer_that_is_stopped_cancels_the_token_of_its_tick()
    {
        await using var engine = await engines.Start(Manual);
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.Start(interleave: true, keepAlive: false, gate: "tick");
        engine.Time.Advance(1 * Second);
        await engine.Gates.Arrival("tick");
        await grain.Stop();
        await Settle(grain);
        engine.Gates.Open("tick");
        engine.Time.Advance(100 * Second);
        await Settle(grain);
        Assert.Empty(engine.Journal.Entries);
    }

    [Fact]
    public async Task A_timer_without_a_period_ticks_once_and_one_without_a_due_time_not_until_it_is_changed()
    {
        await using var engine = await engines.Start(Manual);
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.Start(interleave: false, keepAlive: false, gate: null);
        await grain.Change(Timeout.InfiniteTimeSpan, 1 * Second);
        engine.Time.Advance(100 * Second);
        await Settle(grain);
        Assert.Empty(engine.Journal.Entries);
        await grain.Change(1 * Second, Timeout.InfiniteTimeSpan);
        await Tick(engine, grain, 1 * Second, 1);
        engine.Time.Advance(100 * Second);
        await Settle(grain);
        Assert.Equal(["tick 1"], engine.Journal.Entries);
    }

    [Fact]
    public async Task Timers_have_ended_when_their_grain_leaves()
    {
        await using var engine = await engines.Start(Manual);
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.Start(interleave: true, keepAlive: false, gate: null);
        await grain.LeaveBy("leaving");
        await engine.Gates.Arrival("leaving");
        engine.Time.Advance(100 * Second);
        engine.Gates.Open("leaving");
        await Settle(grain);
        Assert.Empty(engine.Journal.Entries);
    }

    private static async Task Tick(IEngineFixture engine, IClock grain, TimeSpan time, int entries)
    {
        engine.Time.Advance(time);
        await engine.Journal.WaitFor(entries);
        await Settle(grain);
    }

    // The grain is not reentrant: when this call is through, so is everything that came before it.
    private static Task Settle(IClock grain) => grain.Settle();
}
