using Marketplace.LocalEngine;
using Marketplace.LocalEngine.Scheduling;
using Marketplace.LocalEngine.Streams;
using Marketplace.LocalEngine.Timers;
using Marketplace.Storage;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Orleans.Runtime;
using Orleans.Storage;
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

    /// <summary>Adds a grain storage that keeps states in memory: the objects themselves, without a copy.</summary>
    /// <param name="services">The services.</param>
    /// <param name="name">The service key of the storage and of its catalog. The first catalog is also there without a key.</param>
    /// <returns>The same services.</returns>
    public static IServiceCollection AddMemoryGrainStorage(this IServiceCollection services, string name)
    {
        services.AddKeyedSingleton<MemoryGrainStorage>(name);
        services.AddKeyedSingleton<IGrainStorage>(
            name, static (provider, key) => provider.GetRequiredKeyedService<MemoryGrainStorage>(key));
        services.AddKeyedSingleton<IGrainStorageCatalog>(
            name, static (provider, key) => provider.GetRequiredKeyedService<MemoryGrainStorage>(key));
        services.TryAddSingleton(provider => provider.GetRequiredKeyedService<IGrainStorageCatalog>(name));
        return services;
    }
}
