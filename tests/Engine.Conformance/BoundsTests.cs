using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Conformance;

/// <summary>No queue is without end.</summary>
public abstract class BoundsTests(EngineUnderTest engines)
{
    [Fact]
    public async Task A_burst_beyond_the_limit_of_waiting_requests_is_refused()
    {
        await using var engine = await engines.Start(new EngineSettings { MaxWaitingRequests = 10 });
        var grain = engine.Grains.GetGrain<IPlain>(1);
        var held = grain.Hold("a");
        await engine.Gates.Arrival("a");
        var waiting = Enumerable.Range(0, 10).Select(i => grain.Write($"{i}")).ToArray();
        await Assert.ThrowsAsync<LimitExceededException>(() => grain.Write("one too many"));
        engine.Gates.Open("a");
        await Task.WhenAll([held, .. waiting]);
    }
}
