using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Marketplace.LocalEngine.Tests.Grains;
using Xunit;

namespace Marketplace.LocalEngine.Tests.Conformance;

public sealed class Smoke
{
    [Fact]
    public async Task A_grain_counts()
    {
        await using var services = new ServiceCollection()
            .AddLocalEngine(options => options.GrainAssemblies.Add(typeof(Smoke).Assembly))
            .BuildServiceProvider();
        var factory = services.GetRequiredService<IGrainFactory>();
        var counter = factory.GetGrain<ICounter>(1);
        Assert.Equal(1, await counter.Add(1));
        Assert.Equal(3, await counter.AddValue(2));
        Assert.Equal(6, await counter.AddAfterYield(3));
        Assert.Equal(10, await counter.AddValueAfterYield(4));
        await counter.Nothing();
        await counter.NothingValue();
        Assert.Equal(10, await counter.Get());
    }
}
