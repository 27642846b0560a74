using Marketplace.Conformance.Grains;
using Marketplace.Engine.Tests.Fixtures;
using Xunit;

namespace Marketplace.Engine.Tests.Calls;

/// <summary>Cancelled calls leave nothing behind.</summary>
public sealed class CancellationTests
{
    [Fact]
    public async Task A_request_that_is_cancelled_while_it_waits_does_not_run()
    {
        await using var engine = LocalEngines.Start();
        var grain = engine.Grains.GetGrain<IEcho>("a");
        var held = grain.WaitForever("a");
        await engine.Gates.Arrival("a");
        using var source = new CancellationTokenSource();
        var waiting = grain.WaitForCancellation(source.Token);
        await source.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        engine.Gates.Open("a");
        await held;
        await grain.Echo("later");
        Assert.False(engine.Gates.HasArrival("never"));
    }

    [Fact]
    public async Task A_stop_does_not_wait_for_calls_that_are_cancelled()
    {
        await using var engine = LocalEngines.Start();
        var grain = engine.Grains.GetGrain<IEcho>("a");
        using var source = new CancellationTokenSource();
        var call = grain.WaitForCancellation(source.Token);
        await engine.Gates.Arrival("never");
        await source.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call);
        await engine.Stop(CancellationToken.None).WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);
    }
}
