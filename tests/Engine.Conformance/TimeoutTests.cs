using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Xunit;

namespace Marketplace.Conformance;

/// <summary>A time-out ends the wait of the caller, and nothing else: what became of the request it does not say.</summary>
public abstract class TimeoutTests(EngineUnderTest engines)
{
    private static readonly EngineSettings Impatient = new() { ResponseTimeout = TimeSpan.FromSeconds(2) };

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_call_without_answer_times_out(bool active)
    {
        await using var engine = await engines.Start(Impatient);
        var grain = engine.Grains.GetGrain<IEcho>("a");
        if (active)
            await grain.Echo("wake up");
        var running = grain.WaitForever("never");
        await engine.Gates.Arrival("never");
        var waiting = grain.Echo("x");
        await Assert.ThrowsAsync<TimeoutException>(() => running);
        await Assert.ThrowsAsync<TimeoutException>(() => waiting);
    }

    [Fact]
    public async Task A_method_goes_on_after_its_caller_gave_up_and_runs_once()
    {
        await using var engine = await engines.Start(Impatient);
        var grain = engine.Grains.GetGrain<IPlain>(1);
        var held = grain.Hold("a");
        await engine.Gates.Arrival("a");
        await Assert.ThrowsAsync<TimeoutException>(() => held);
        engine.Gates.Open("a");
        await grain.Write("next");
        Assert.Equal(["a started", "a ended", "next"], engine.Journal.Entries);
    }

    [Fact]
    public async Task A_request_whose_caller_gave_up_while_it_waited_does_not_run()
    {
        await using var engine = await engines.Start(Impatient);
        var grain = engine.Grains.GetGrain<IPlain>(1);
        var held = grain.Hold("a");
        await engine.Gates.Arrival("a");
        var waiting = grain.Write("too late");
        await Assert.ThrowsAsync<TimeoutException>(() => waiting);
        await Assert.ThrowsAsync<TimeoutException>(() => held);
        engine.Gates.Open("a");
        await grain.Write("in time");
        Assert.Equal(["a started", "a ended", "in time"], engine.Journal.Entries);
    }

    [Fact]
    public async Task A_time_out_of_a_callee_is_an_exception_like_others()
    {
        await using var engine = await engines.Start(Impatient);
        var call = engine.Grains.GetGrain<IPlain>(1).HoldAtAndCatch(engine.Grains.GetGrain<IPlain>(2), "never");

        // The caller's own time is up at about the same moment: nobody promises which comes first.
        await ((Task)call).ConfigureAwait(ConfigureAwaitOptions.ContinueOnCapturedContext | ConfigureAwaitOptions.SuppressThrowing);
        await engine.Journal.WaitFor($"caught {nameof(TimeoutException)}");
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, true)]
    public async Task A_call_cycle_ends_in_a_time_out(bool allowReentrancy, bool suppress)
    {
        await using var engine = await engines.Start(Impatient);
        var first = engine.Grains.GetGrain<IPlain>(1);
        var call = first.CallRound(engine.Grains.GetGrain<IPlain>(2), allowReentrancy, suppress);
        await Assert.ThrowsAsync<TimeoutException>(() => call);
    }
}
