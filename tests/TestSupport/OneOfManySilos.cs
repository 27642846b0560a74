using System.Collections.Concurrent;
using System.Reflection;
using System.Runtime.CompilerServices;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Orleans;
using Orleans.Configuration;
using Orleans.Metadata;
using Orleans.Runtime;
using Orleans.Runtime.GrainDirectory;
using Orleans.Serialization.TypeSystem;
using Orleans.Statistics;

namespace Marketplace.TestSupport;

/// <summary>Spares the silos of tests, of which one process starts hundreds, what keeps its garbage collector busy.</summary>
internal static class OneOfManySilos
{
    // Orleans makes room for the addresses of a million grains when a silo starts, twice.
    private const int Addresses = 8_000;

    // Of the catalog of activations.
    private const int Locks = 32;

    private const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    // That of the first silo that knows the names of types of its assembly.
    private static readonly ConditionalWeakTable<Assembly, TypeConverter> Types = [];

    // How grains are made, compiled once for each class. Where there are no facets, what makes them has nothing of its silo.
    private static readonly ConcurrentDictionary<Type, DefaultGrainActivator> Activators = [];

    /// <summary>
    /// Has a silo make little room for addresses of grains, give it back if it can't start, too, share what the names of types mean and how grains
    /// are made, and not collect all garbage at start, as Orleans does twice: to know what memory there is, and when its catalog of activations is
    /// made. With hundreds of silos that took a third of the processors' time.
    /// </summary>
    /// <param name="services">Those of the silo; Orleans is among them, if it runs on it.</param>
    public static IServiceCollection AsOneOfMany(this IServiceCollection services)
    {
        if (services.FirstOrDefault(static service => service.ServiceType.FullName == "Orleans.Runtime.Catalog")?.ServiceType is { } catalog)
        {
            services.AddSingleton(catalog, provider => MakeCatalog(catalog, provider));

            // Before Orleans' own, which makes what is missing.
            services.Insert(0, ServiceDescriptor.Singleton<IConfigureGrainTypeComponents, SharedActivation>());
        }

        return services
            .Configure<GrainDirectoryOptions>(static directory => directory.CachingStrategy = GrainDirectoryOptions.CachingStrategyType.Custom)
            .AddTransient(CacheOfAddresses)
            .AddSingleton<IEnvironmentStatisticsProvider, NoStatistics>()
            .AddSingleton(static provider => Types.GetValue(
                typeof(TypeConverter).Assembly, _ => ActivatorUtilities.CreateInstance<TypeConverter>(provider)));
    }

    // Those that Orleans makes for itself it disposes when a silo stops, so the timer of one that never started keeps all of that silo in memory;
    // these are disposed with its services.
    private static IGrainDirectoryCache CacheOfAddresses(IServiceProvider services) =>
        GrainDirectoryCacheFactory.CreateGrainDirectoryCache(services, new GrainDirectoryOptions { CacheSize = Addresses });

    // As its constructor does it, but for the collection of garbage: its fields are services, and locks.
    private static object MakeCatalog(Type type, IServiceProvider services)
    {
        var catalog = RuntimeHelpers.GetUninitializedObject(type);
        var target = type.BaseType!.GetConstructors(Own)
            .Single(static constructor => constructor.GetParameters() is [{ ParameterType.Name: nameof(GrainType) }, _]);
        var shared = services.GetRequiredService(target.GetParameters()[1].ParameterType);
        target.Invoke(catalog, [SystemTargetGrainId.CreateGrainType("catalog"), shared]);
        foreach (var field in type.GetFields(Own))
            field.SetValue(catalog, ValueOf(field.FieldType, services, type));

        var activations = type.Assembly.GetType("Orleans.Runtime.ActivationDirectory")!;
        activations.GetMethod("RecordNewTarget")!.Invoke(services.GetRequiredService(activations), [catalog]);
        return catalog;
    }

    private static object? ValueOf(Type field, IServiceProvider services, Type catalog) =>
        field == typeof(Lock[]) ? Enumerable.Range(0, Locks).Select(static _ => new Lock()).ToArray()
        : field == typeof(ILogger) ? services.GetRequiredService<ILoggerFactory>().CreateLogger(catalog)
        : field.Name == "ISiloStatusOracle" ? null // It asks for that when it needs it.
        : services.GetRequiredService(field);

    /// <summary>Has the grains of a class made as those of other silos, unless facets of this silo belong to them.</summary>
    private sealed class SharedActivation(GrainClassMap classes, IServiceProvider services) : IConfigureGrainTypeComponents
    {
        public void Configure(GrainType grainType, GrainProperties properties, GrainTypeSharedContext shared)
        {
            if (shared.GetComponent<IGrainActivator>() is null && classes.TryGetGrainClass(grainType, out var type) && !HasFacets(type))
                shared.SetComponent<IGrainActivator>(Activators.GetOrAdd(type, type => new DefaultGrainActivator(services, type)));
        }

        private static bool HasFacets(Type type) => type.GetConstructors().SelectMany(static constructor => constructor.GetParameters())
            .SelectMany(static parameter => parameter.GetCustomAttributes()).OfType<IFacetMetadata>().Any();
    }

    // Placement by load and load shedding ask for it, which no test uses.
    private sealed class NoStatistics : IEnvironmentStatisticsProvider
    {
        public EnvironmentStatistics GetEnvironmentStatistics() => default;
    }
}
