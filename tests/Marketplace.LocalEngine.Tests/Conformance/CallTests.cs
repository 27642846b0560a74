using Marketplace.LocalEngine.Tests.Fixtures;
using Marketplace.LocalEngine.Tests.Grains;
using Xunit;

namespace Marketplace.LocalEngine.Tests.Conformance;

/// <summary>Answers, exceptions, cancellation, time-outs and one-way calls; a first call is queued, later ones are not.</summary>
public sealed class CallTests
{
    [Fact]
    public async Task Answers_come_back()
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IEcho>("a");
        for (var i = 0; i < 2; i++)
        {
            Assert.Equal("xx", await grain.Echo("x", 2));
            Assert.Null(await grain.Echo(null));
            Assert.Equal("y", await grain.EchoAfterYield("y"));
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Exceptions_come_back_with_their_stack(bool active)
    {
        await using var engine = Engines.Start();
        var calls = new (string Message, string Frame, Func<IEcho, Task> Call)[]
        {
            ("at once", nameof(IEcho.ThrowAtOnce), grain => grain.ThrowAtOnce()),
            ("after yield", nameof(IEcho.ThrowAfterYield), grain => grain.ThrowAfterYield()),
            ("value at once", nameof(IEcho.ThrowValueAtOnce), grain => grain.ThrowValueAtOnce().AsTask()),
            ("value after yield", nameof(IEcho.ThrowValueAfterYield), grain => grain.ThrowValueAfterYield().AsTask()),
        };
        foreach (var (message, frame, call) in calls)
        {
            var grain = engine.Grains.GetGrain<IEcho>(message);
            if (active)
                await grain.Echo("wake up");
            var error = await Assert.ThrowsAsync<InvalidOperationException>(() => call(grain));
            Assert.Equal(message, error.Message);
            Assert.Contains(frame, error.StackTrace, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_cancelled_token_cancels_the_method_that_has_it(bool active)
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IEcho>("a");
        if (active)
            await grain.Echo("wake up");
        using var source = new CancellationTokenSource();
        var call = grain.WaitForCancellation(source.Token);
        await engine.Gates.ArrivalAsync("never");
        await source.CancelAsync();
        var error = await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call);
        Assert.Equal(source.Token, error.CancellationToken);
        Assert.Equal("next", await grain.Echo("next"));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_call_without_answer_times_out_and_names_itself(bool active)
    {
        await using var engine = Engines.Start(new EngineSettings { ResponseTimeout = TimeSpan.FromSeconds(5) });
        var grain = engine.Grains.GetGrain<IEcho>("a");
        if (active)
            await grain.Echo("wake up");
        var running = grain.WaitForever("never");
        await engine.Gates.ArrivalAsync("never");
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

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_method_that_returns_no_task_fails_and_blocks_nobody(bool active)
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IEcho>("a");
        if (active)
            await grain.Echo("wake up");
        await Assert.ThrowsAsync<InvalidOperationException>(grain.ReturnNull);
        Assert.Equal("x", await grain.Echo("x"));
    }

    [Fact]
    public async Task No_call_times_out_early()
    {
        await using var engine = Engines.Start();
        for (var i = 0; i < 100; i++)
        {
            var call = engine.Grains.GetGrain<IEcho>($"{i}").WaitForever("gate");
            await engine.Gates.ArrivalAsync("gate");
            engine.Time.Advance(TimeSpan.FromSeconds(29.9));
            Assert.False(call.IsCompleted);
            engine.Time.Advance(TimeSpan.FromSeconds(2));
            await Assert.ThrowsAsync<TimeoutException>(() => call);
            engine.Time.Advance(TimeSpan.FromSeconds(0.37));
        }
    }

    [Fact]
    public async Task A_request_whose_caller_gave_up_while_it_waited_does_not_run()
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IPlain>(1);
        var held = grain.Hold("a");
        await engine.Gates.ArrivalAsync("a");
        var waiting = grain.Write("too late");
        engine.Time.Advance(TimeSpan.FromSeconds(32));
        await Assert.ThrowsAsync<TimeoutException>(() => waiting);
        await Assert.ThrowsAsync<TimeoutException>(() => held);
        engine.Gates.Open("a");
        await grain.Write("in time");
        Assert.Equal(["a started", "a ended", "in time"], engine.Journal.Entries);
    }

    [Fact]
    public async Task A_one_way_call_does_not_wait_and_does_not_fail()
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IEcho>("a");
        var call = grain.HoldOneWay("a");
        Assert.True(call.IsCompletedSuccessfully);
        await engine.Gates.ArrivalAsync("a");
        Assert.Empty(engine.Journal.Entries);
        engine.Gates.Open("a");
        await engine.Journal.WaitForAsync(1);
        await grain.FailOneWay();
        Assert.Equal("x", await grain.Echo("x"));
    }
}
