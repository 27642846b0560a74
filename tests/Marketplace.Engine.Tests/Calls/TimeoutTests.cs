using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Marketplace.Engine.Tests.Fixtures;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.Engine.Tests.Calls;

/// <summary>When time-outs come, to the moment, and what they say.</summary>
public sealed class TimeoutTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_call_without_answer_names_itself(bool active)
    {
        await using var engine = LocalEngines.Start(new EngineSettings { ResponseTimeout = TimeSpan.FromSeconds(5) });
        var grain = engine.Grains.GetGrain<IEcho>("a");
        if (active)
            await grain.Echo("wake up");
        var running = grain.WaitForever("never");
        await engine.Gates.Arrival("never");
        var waiting = grain.Echo("x");
        engine.Time.Advance(TimeSpan.FromSeconds(5.5));
        var error = await Assert.ThrowsAsync<TimeoutException>(() => running);
        Assert.Contains("00:00:05", error.Message, StringComparison.Ordinal);
        Assert.Contains("IEcho.WaitForever on grain echo/a by a caller outside the grains", error.Message, StringComparison.Ordinal);
        Assert.Contains("is running", error.Message, StringComparison.Ordinal);
        error = await Assert.ThrowsAsync<TimeoutException>(() => waiting);
        Assert.Contains("IEcho.Echo on grain echo/a", error.Message, StringComparison.Ordinal);
        Assert.Contains("has not started", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_call_that_has_begun_and_not_waited_yet_is_running()
    {
        await using var engine = LocalEngines.Start(new EngineSettings
        {
            ResponseTimeout = TimeSpan.FromSeconds(5),
            Configure = static services => services.AddSingleton<IIncomingGrainCallFilter, Slow>(),
        });
        var error = await Assert.ThrowsAsync<TimeoutException>(() => engine.Grains.GetGrain<IEcho>("a").Echo("x"));
        Assert.Contains("is running", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task No_call_times_out_early()
    {
        await using var engine = LocalEngines.Start();
        for (var i = 0; i < 100; i++)
        {
            var call = engine.Grains.GetGrain<IEcho>($"{i}").WaitForever("gate");
            await engine.Gates.Arrival("gate");
            engine.Time.Advance(TimeSpan.FromSeconds(29.9));
            Assert.False(call.IsCompleted);
            engine.Time.Advance(TimeSpan.FromSeconds(2));
            await Assert.ThrowsAsync<TimeoutException>(() => call);
            engine.Time.Advance(TimeSpan.FromSeconds(0.37));
        }
    }

    // A whole time-out long nothing ran, so the time-outs are behind, and what has just begun is in a place of the ring that they have to look at.
    [Fact]
    public async Task A_call_that_begins_after_a_stall_has_its_whole_time()
    {
        await using var engine = LocalEngines.Start();
        for (var stall = 28.0; stall < 61; stall += 0.7)
        {
            engine.Time.StandStill(TimeSpan.FromSeconds(stall));
            var call = engine.Grains.GetGrain<IEcho>($"{stall}").WaitForever("gate");
            await engine.Gates.Arrival("gate");
            engine.Time.Advance(TimeSpan.FromSeconds(29.9));
            Assert.False(call.IsCompleted);
            engine.Time.Advance(TimeSpan.FromSeconds(2));
            await Assert.ThrowsAsync<TimeoutException>(() => call);
        }
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, true)]
    public async Task A_call_cycle_ends_in_a_time_out_that_shows_it(bool allowReentrancy, bool suppress)
    {
        await using var engine = LocalEngines.Start();
        var first = engine.Grains.GetGrain<IPlain>(1);
        var call = first.CallRound(engine.Grains.GetGrain<IPlain>(2), allowReentrancy, suppress);
        await engine.Gates.Arrival("called back");
        engine.Time.Advance(TimeSpan.FromSeconds(29));
        Assert.False(call.IsCompleted);
        engine.Time.Advance(TimeSpan.FromSeconds(3));
        var error = await Assert.ThrowsAsync<TimeoutException>(() => call);
        Assert.Contains("00:00:30", error.Message, StringComparison.Ordinal);
        Assert.Contains("Call cycle: ", error.Message, StringComparison.Ordinal);
        Assert.Contains("plain/1 -> IPlain.CallBack -> plain/2", error.Message, StringComparison.Ordinal);
        Assert.Contains("plain/2 -> IGate.Write -> plain/1", error.Message, StringComparison.Ordinal);
    }

    // A method that takes six seconds before it awaits anything.
    private sealed class Slow(TimeProvider time) : IIncomingGrainCallFilter
    {
        public Task Invoke(IIncomingGrainCallContext context)
        {
            ((ManualTimeProvider)time).Advance(TimeSpan.FromSeconds(6));
            return context.Invoke();
        }
    }
}
