using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Marketplace.Engine.Tests.Fixtures;
using Xunit;

namespace Marketplace.Engine.Tests.Activations;

/// <summary>Runs by itself: what other tests allocate would count here.</summary>
[CollectionDefinition(nameof(MemoryTests), DisableParallelization = true)]
[Collection(nameof(MemoryTests))]
public sealed class MemoryTests
{
    [Fact]
    public async Task Memory_stays_bounded_when_a_million_keys_are_touched()
    {
        await using var engine = LocalEngines.Start(new EngineSettings
        {
            CollectionAge = TimeSpan.FromSeconds(1),
            CollectionQuantum = TimeSpan.FromSeconds(1),
        });
        var before = GC.GetTotalMemory(forceFullCollection: true);
        long sum = 0;
        for (var batch = 0; batch < 110; batch++)
        {
            for (var i = 0; i < 10_000; i++)
                sum += await engine.Grains.GetGrain<IBare>((batch * 10_000) + i).Touch();
            engine.Time.Advance(TimeSpan.FromSeconds(1));
            Assert.InRange(engine.ActivationCount(), 0, 40_000);
        }

        engine.Time.Advance(TimeSpan.FromSeconds(5));
        Assert.Equal(1_100_000L * 1_099_999 / 2, sum);
        Assert.Equal(0, engine.ActivationCount());
        Assert.InRange(GC.GetTotalMemory(forceFullCollection: true) - before, long.MinValue, 16 << 20);
    }
}
