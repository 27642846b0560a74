using Microsoft.Extensions.DependencyInjection;
using Orleans;

namespace Marketplace.Benchmarks;

/// <summary>An engine that runs, whichever it is.</summary>
internal sealed class RunningEngine(IServiceProvider services, IAsyncDisposable stop) : IAsyncDisposable
{
    public IGrainFactory Grains { get; } = services.GetRequiredService<IGrainFactory>();

    /// <summary>A grain that is active.</summary>
    public async Task<IBenchmarkGrain> GetActive(long key)
    {
        var grain = Grains.GetGrain<IBenchmarkGrain>(key);
        await grain.Next();
        return grain;
    }

    public ValueTask DisposeAsync() => stop.DisposeAsync();
}
