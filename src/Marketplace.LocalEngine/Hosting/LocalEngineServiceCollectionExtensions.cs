using Marketplace.LocalEngine;
using Marketplace.LocalEngine.Scheduling;
using Marketplace.LocalEngine.Streams;
using Marketplace.LocalEngine.Timers;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Orleans.Runtime;
using Orleans.Streams;
using Orleans.Timers;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers the local engine.</summary>
public static class LocalEngineServiceCollectionExtensions
{
    /// <summary>Adds the engine: grain factory, grain contexts, timers, and the hosted service that drains it at stop.</summary>
    /// <param name="services">The services.</param>
    /// <param name="configure">Sets the options; the grain assemblies at least.</param>
    /// <returns>The same services.</returns>
    public static IServiceCollection AddLocalEngine(this IServiceCollection services, Action<LocalEngineOptions> configure)
    {
        services.AddOptions<LocalEngineOptions>().Configure(configure);
        services.AddLogging();
        services.AddMetrics();
        services.TryAddSingleton(TimeProvider.System);
        services.TryAddSingleton<IActivationScheduler, ThreadPoolScheduler>();
        services.TryAddSingleton<Engine>();
        services.TryAddSingleton(static provider => provider.GetRequiredService<Engine>().GrainFactory);
        services.TryAddSingleton(static provider => provider.GetRequiredService<Engine>().Groups);
        services.TryAddSingleton<IGrainContextAccessor, GrainContextAccessor>();
        services.TryAddScoped(static provider => provider.GetRequiredService<IGrainContextAccessor>().GrainContext);
        services.TryAddSingleton<ITimerRegistry, TimerRegistry>();
        services.AddHostedService<EngineHostedService>();
        return services;
    }

    /// <summary>Adds a stream provider that keeps its events in memory.</summary>
    /// <param name="services">The services.</param>
    /// <param name="name">Its name, which is its service key.</param>
    /// <param name="bufferCapacity">How many events may wait for one subscriber; producers wait when they are more.</param>
    /// <returns>The same services.</returns>
    public static IServiceCollection AddMemoryStreams(this IServiceCollection services, string name, int bufferCapacity = 1024)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(bufferCapacity, 1);
        return services.AddKeyedSingleton<IStreamProvider>(
            name, (provider, _) => new MemoryStreamProvider(name, bufferCapacity, provider.GetRequiredService<Engine>()));
    }
}
