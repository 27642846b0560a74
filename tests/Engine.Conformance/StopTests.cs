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
        await using var engine = await engines.StartAsync(settings);
        await engine.Grains.GetGrain<ILife>(1).Activation();
        var plain = engine.Grains.GetGrain<IPlain>(2);
        var held = plain.Hold("a");
        await engine.Gates.ArrivalAsync("a");
        var stop = engine.StopAsync(CancellationToken.None);
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
        await using var engine = await engines.StartAsync();
        var held = engine.Grains.GetGrain<IPlain>(1).Hold("never");
        await engine.Gates.ArrivalAsync("never");
        using var source = new CancellationTokenSource();
        var stop = engine.StopAsync(source.Token);
        Assert.False(stop.IsCompleted);
        await source.CancelAsync();
        await stop;
        Assert.DoesNotContain("never ended", engine.Journal.Entries);
    }
}
