using Marketplace.Engine.Inline;
using Marketplace.Engine.Turns;
using Marketplace.Engine.Turns.Scheduling;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;
using Orleans.Configuration;
using Orleans.GrainReferences;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers what makes calls between grains of one silo of Orleans cheap.</summary>
public static class InlineCallsRegistration
{
    /// <summary>Has calls to grains of the same silo run inline. To be called after AddOrleans and after all call filters.</summary>
    /// <param name="configure">Sets the options.</param>
    /// <exception cref="InvalidOperationException">There is no silo in the services.</exception>
    public static IServiceCollection AddInlineCalls(this IServiceCollection services, Action<InlineCallOptions> configure)
    {
        services.AddOptions<InlineCallOptions>().Configure(configure);
        services.AddMetrics();
        services.TryAddSingleton(TimeProvider.System);
        services.TryAddSingleton<IActivationScheduler, ThreadPoolScheduler>();
        services.TryAddSingleton<GrainInterfaces>();
        services.TryAddSingleton<ReferenceParts>();
        services.AddSingleton(static provider => new SchedulerGroups(
            provider.GetRequiredService<IOptions<InlineCallOptions>>().Value,
            provider.GetRequiredService<IActivationScheduler>(),
            provider.GetRequiredService<TimeProvider>()));
        services.AddSingleton(_ => new FilterRegistrations(services));
        services.AddSingleton<LaneTable>();
        services.AddSingleton(static provider => new Lanes(provider.GetRequiredService<LaneTable>()));
        services.Insert(0, ServiceDescriptor.Singleton<IGrainReferenceActivatorProvider, LaneReferences>());
        services.Insert(0, ServiceDescriptor.Singleton<IIncomingGrainCallFilter, LaneMessageFilter>());
        services.AddSingleton<IOutgoingGrainCallFilter, LaneCallFilter>();
        services.AddSingleton<IConfigureGrainContextProvider, LaneLifecycle>();
        services.Decorate<IGrainRuntime>(static (provider, inner) => new LaneGrainRuntime(
            inner, provider.GetRequiredService<IGrainFactory>(), provider.GetRequiredService<LaneTable>()));
        return services.AddCachedGrainFactory();
    }

    /// <summary>Keeps the references that the grain factory makes, which costs more than a call. To be called after AddOrleans.</summary>
    public static IServiceCollection AddCachedGrainFactory(this IServiceCollection services)
    {
        services.TryAddSingleton(TimeProvider.System);
        services.AddSingleton(static provider => new CachedGrainFactory(
            provider.GetRequiredService<IClusterClient>(),
            provider.GetRequiredService<IOptions<GrainCollectionOptions>>().Value.CollectionQuantum,
            provider.GetRequiredService<TimeProvider>()));
        return services.Replace(ServiceDescriptor.Singleton<IGrainFactory>(static provider => provider.GetRequiredService<CachedGrainFactory>()));
    }

    private static void Decorate<TService>(this IServiceCollection services, Func<IServiceProvider, TService, TService> decorate)
        where TService : class
    {
        var inner = services.LastOrDefault(static service => service.ServiceType == typeof(TService) && !service.IsKeyedService)
            ?? throw new InvalidOperationException($"There is no {typeof(TService).Name}: call AddOrleans first.");
        services.Replace(ServiceDescriptor.Singleton(provider => decorate(provider, (TService)(
            inner.ImplementationInstance
            ?? inner.ImplementationFactory?.Invoke(provider)
            ?? ActivatorUtilities.CreateInstance(provider, inner.ImplementationType!)))));
    }
}
