using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Marketplace.Engine.Tests.Fixtures;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Engine.Tests.Activations;

/// <summary>A stop waits for what is under way, queued or not, then lets every grain leave.</summary>
public sealed class StopTests
{
    [Fact]
    public async Task A_stop_waits_for_requests_and_then_deactivates_the_grains()
    {
        var settings = new EngineSettings { Configure = services => services.AddSingleton(new LifePlan()) };
        await using var engine = LocalEngines.Start(settings);
        await engine.Grains.GetGrain<ILife>(1).Activation();
        var plain = engine.Grains.GetGrain<IPlain>(2);
        var held = plain.Hold("a");
        await engine.Gates.Arrival("a");
        var waiting = plain.Write("waiting");
        var stop = engine.Stop(CancellationToken.None);
        Assert.False(stop.IsCompleted);
        Assert.Equal(2, engine.ActivationCount());
        engine.Gates.Open("a");
        await stop;
        await Task.WhenAll(held, waiting);
        Assert.Equal(["a started", "a ended", "waiting", "1 leaves: ShuttingDown", "service of life/1 disposed"], engine.Journal.Entries);
        Assert.Equal(0, engine.ActivationCount());
        var error = await Assert.ThrowsAsync<SiloUnavailableException>(() => plain.Write("too late"));
        Assert.Contains("plain/2", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_stop_delivers_the_events_that_are_on_their_way()
    {
        await using var engine = LocalEngines.Start();
        await engine.Grains.GetGrain<IListener>(1).Subscribe("s");
        await engine.Grains.GetGrain<IListener>(2).Produce("s", 100, 200);
        await engine.Stop(CancellationToken.None);
        Assert.Equal(200, engine.Journal.Entries.Count);
    }

    [Fact]
    public async Task A_stop_gives_up_an_event_that_waits_to_be_delivered_again()
    {
        await using var engine = LocalEngines.Start();
        await engine.Grains.GetGrain<IListener>(1).Subscribe("s");
        var timers = engine.Time.TimerCount;
        await engine.Grains.GetGrain<IListener>(2).Produce("s", ListenerGrain.Failing, 2);
        await engine.Time.Timers(timers + 1);
        await engine.Stop(CancellationToken.None);
        Assert.Equal(["1: fails at 2000", "1: error", "1: 2001"], engine.Journal.Entries);
    }
}
