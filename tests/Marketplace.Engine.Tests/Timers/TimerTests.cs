using Marketplace.Conformance.Grains;
using Marketplace.Engine.Tests.Fixtures;
using Xunit;

namespace Marketplace.Engine.Tests.Timers;

/// <summary>Timers, where Orleans differs (docs/engines.md).</summary>
public sealed class TimerTests
{
    [Fact]
    public async Task A_tick_is_cancelled_when_its_grain_leaves()
    {
        await using var engine = LocalEngines.Start();
        var grain = engine.Grains.GetGrain<IClock>(1);
        await grain.Start(interleave: true, keepAlive: false, gate: "tick");
        engine.Time.Advance(TimeSpan.FromSeconds(1));
        await engine.Gates.Arrival("tick");
        await grain.Leave();
        await grain.Settle();
        Assert.Empty(engine.Journal.Entries);
        Assert.Equal(1, engine.ActivationCount());
    }
}
