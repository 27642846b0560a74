using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Xunit;

namespace Marketplace.Conformance;

/// <summary>A token given to a call: a request to the method, and the end of the wait for its caller.</summary>
public abstract class CancellationTests(EngineUnderTest engines)
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_cancelled_token_cancels_the_method_that_has_it(bool active)
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IEcho>("a");
        if (active)
            await grain.Echo("wake up");
        using var source = new CancellationTokenSource();
        var call = grain.WaitForCancellation(source.Token);
        await engine.Gates.Arrival("never");
        await source.CancelAsync();
        var error = await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call);
        Assert.Equal(source.Token, error.CancellationToken);
        Assert.Equal("next", await grain.Echo("next"));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_call_with_a_cancelled_token_is_not_made(bool active)
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IEcho>("a");
        if (active)
            await grain.Echo("wake up");
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => grain.WaitForCancellation(new CancellationToken(canceled: true)));
        await grain.Echo("later");
        Assert.False(engine.Gates.HasArrival("never"));
    }

    [Fact]
    public async Task A_caller_that_cancels_does_not_wait_for_a_method_that_takes_no_notice()
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IEcho>("a");
        using var source = new CancellationTokenSource();
        var call = grain.HoldUncancelled("a", source.Token);
        await engine.Gates.Arrival("a");
        await source.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call);
        Assert.Empty(engine.Journal.Entries);
        engine.Gates.Open("a");
        Assert.StartsWith("done", (await engine.Journal.WaitFor(1))[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_a_method_registered_with_its_token_runs_in_its_grain()
    {
        await using var engine = await engines.Start();
        using var source = new CancellationTokenSource();
        var call = engine.Grains.GetGrain<IEcho>("a").WatchToken("a", source.Token);
        await engine.Gates.Arrival("a");
        await source.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call);
        Assert.Equal(["cancelled in echo/a"], await engine.Journal.WaitFor(1));
    }

    [Fact]
    public async Task A_token_goes_with_a_call_from_grain_to_grain()
    {
        await using var engine = await engines.Start();
        using var source = new CancellationTokenSource();
        var call = engine.Grains.GetGrain<IEcho>("a").WaitForCancellationAt(engine.Grains.GetGrain<IEcho>("b"), source.Token);
        await engine.Gates.Arrival("never");
        await source.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call);
        Assert.Equal("next", await engine.Grains.GetGrain<IEcho>("b").Echo("next"));
        Assert.Equal("next", await engine.Grains.GetGrain<IEcho>("a").Echo("next"));
    }

    [Fact]
    public async Task A_token_that_is_cancelled_after_the_answer_cancels_nothing()
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IEcho>("a");
        using var source = new CancellationTokenSource();
        await grain.KeepToken(source.Token);
        await source.CancelAsync();
        Assert.False(await grain.IsKeptTokenCancelled());
    }

    [Fact]
    public async Task A_time_out_cancels_no_token()
    {
        await using var engine = await engines.Start(new EngineSettings { ResponseTimeout = TimeSpan.FromSeconds(2) });
        var grain = engine.Grains.GetGrain<IEcho>("a");
        using var source = new CancellationTokenSource();
        await Assert.ThrowsAsync<TimeoutException>(() => grain.HoldUncancelled("a", source.Token));
        engine.Gates.Open("a");
        Assert.Equal(["done"], await engine.Journal.WaitFor(1));
    }
}
