using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Conformance;

/// <summary>A stop waits for the requests that run, then lets every grain leave.</summary>
public abstract class StopTests(EngineUnderTest engines)
{
    [Fact]
    public async Task A_stop_waits_for_requests_that_run_and_lets_the_grains_leave()
    {
        var settings = new EngineSettings { Configure = services => services.AddSingleton(new LifePlan()) };
        await using var engine = await engines.Start(settings);
        await engine.Grains.GetGrain<ILife>(1).Activation();
        var plain = engine.Grains.GetGrain<IPlain>(2);
        var held = plain.Hold("a");
        await engine.Gates.Arrival("a");
        var stop = engine.Stop(CancellationToken.None);
        Assert.False(stop.IsCompleted);
        engine.Gates.Open("a");
        await stop;
        Assert.Contains("a ended", engine.Journal.Entries);
        Assert.Contains("1 leaves: ShuttingDown", engine.Journal.Entries);
        await held;
        await Assert.ThrowsAnyAsync<Exception>(() => plain.Write("too late"));
        Assert.DoesNotContain("too late", engine.Journal.Entries);
    }

    [Fact]
    public async Task A_stop_ends_when_its_time_is_up()
    {
        await using var engine = await engines.Start();
        var held = engine.Grains.GetGrain<IPlain>(1).Hold("never");
        await engine.Gates.Arrival("never");
        using var source = new CancellationTokenSource();
        var stop = engine.Stop(source.Token);
        Assert.False(stop.IsCompleted);
        await source.CancelAsync();
        await stop;
        Assert.DoesNotContain("never ended", engine.Journal.Entries);
    }
}
