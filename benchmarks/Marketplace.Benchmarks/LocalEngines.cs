using Marketplace.LocalEngine;
using Microsoft.Extensions.DependencyInjection;
using Orleans;

namespace Marketplace.Benchmarks;

/// <summary>Engines for benchmarks: the local engine.</summary>
internal static class Engines
{
    public static ServiceProvider Start(Action<LocalEngineOptions>? configure = null) => new ServiceCollection()
        .AddScoped(typeof(Slot<>))
        .AddLocalEngine(options =>
        {
            options.GrainAssemblies.Add(typeof(Engines).Assembly);
            configure?.Invoke(options);
        })
        .BuildServiceProvider();

    public static Task<RunningEngine> StartAsync()
    {
        var services = Start();
        return Task.FromResult(new RunningEngine(services, services));
    }

    /// <summary>A grain that is active.</summary>
    public static async Task<IBenchmarkGrain> GetActiveAsync(IServiceProvider services, long key)
    {
        var grain = services.GetRequiredService<IGrainFactory>().GetGrain<IBenchmarkGrain>(key);
        await grain.Next();
        return grain;
    }
}
