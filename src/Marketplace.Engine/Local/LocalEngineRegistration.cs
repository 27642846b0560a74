using Marketplace.Engine.Local;
using Marketplace.Engine.Local.Streams;
using Marketplace.Engine.Local.Timers;
using Marketplace.Engine.Turns;
using Marketplace.Engine.Turns.Scheduling;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Orleans.Metadata;
using Orleans.Serialization;
using Orleans.Serialization.Cloning;
using Orleans.Streams;
using Orleans.Timers;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers the local engine.</summary>
public static class LocalEngineRegistration
{
    /// <summary>Adds the engine: grain factory, grain contexts, timers, and the hosted service that drains it at stop.</summary>
    /// <param name="configure">Sets the options; the grain assemblies at least.</param>
    public static IServiceCollection AddLocalEngine(this IServiceCollection services, Action<LocalEngineOptions> configure)
    {
        services.AddOptions<LocalEngineOptions>().Configure(configure);
        services.AddLogging();
        services.AddMetrics();
        services.AddSerializer();
        services.TryAddSingleton(TimeProvider.System);
        services.TryAddSingleton<IActivationScheduler, ThreadPoolScheduler>();

        // How Orleans names grain classes and interfaces.
        services.AddSingleton<IGrainTypeProvider, AttributeGrainTypeProvider>();
        services.TryAddSingleton<GrainTypeResolver>();
        services.AddSingleton<IGrainInterfaceTypeProvider, AttributeGrainInterfaceTypeProvider>();
        services.TryAddSingleton<GrainInterfaceTypeResolver>();
        services.AddSingleton<ISpecializableCopier, ReferenceCopier>();
        services.TryAddSingleton<GrainInterfaces>();
        services.TryAddSingleton<ReferenceParts>();
        services.TryAddSingleton<GrainClassCatalog>();

        services.TryAddSingleton<LocalEngine>();
        services.TryAddSingleton<IGrainFactory>(static provider => provider.GetRequiredService<LocalEngine>().GrainFactory);
        services.TryAddSingleton(static provider => provider.GetRequiredService<LocalEngine>().Groups);
        services.TryAddSingleton<IGrainRuntime, LocalRuntime>();
        services.TryAddSingleton<IGrainContextAccessor, GrainContextAccessor>();
        services.TryAddScoped<ActivationScope>();
        services.TryAddScoped(static provider => provider.GetRequiredService<ActivationScope>().Context);
        services.TryAddSingleton<ITimerRegistry, TimerRegistry>();
        services.AddHostedService<LocalEngineService>();
        return services;
    }

    /// <summary>Adds a stream provider that keeps its events in memory.</summary>
    /// <param name="name">Its name, which is its service key.</param>
    /// <param name="bufferCapacity">How many events may wait for one subscriber; producers wait when they are more.</param>
    public static IServiceCollection AddLocalStreams(this IServiceCollection services, string name, int bufferCapacity = 1024)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(bufferCapacity, 1);
        return services.AddKeyedSingleton<IStreamProvider>(
            name,
            (provider, _) => new MemoryStreamProvider(name, bufferCapacity, provider.GetRequiredService<LocalEngine>()));
    }
}
