using System.Diagnostics.Metrics;
using Marketplace.Engine.Local;
using Marketplace.Engine.Turns;
using Marketplace.Silo.Settings;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using Orleans.Serialization.Cloning;
using Orleans.Serialization.Configuration;
using Orleans.Serialization.Serializers;

namespace Marketplace.Simulation.Silos;

/// <summary>
/// What the silos of all worlds of a process share, as it holds nothing of any of them and is dear to make: the serializer, how references to
/// grains are made, and what the classes of grains say of themselves.
/// </summary>
internal sealed class SharedParts
{
    private readonly Recipes _recipes = new();
    private ServiceProvider? _first;
    private ServiceDescriptor? _mark;

    /// <summary>All services on the one scheduler of a world.</summary>
    public PlacementSettings Placement { get; } = new(SettingsReader.Of());

    public void AddTo(IServiceCollection services, WorldParts parts)
    {
        services.AddSingleton<ILoggerFactory>(new CountingLoggers(parts.Branches));
        services.AddSingleton(typeof(ILogger<>), typeof(Logger<>));
        services.AddSingleton<IMeterFactory, WorldMeters>();

        // By this the serializer knows that it is registered already; a few hundred registrations are left out again below.
        if (_mark is not null)
            services.Add(_mark);
    }

    /// <summary>Makes the services of a silo when all are registered, with what is shared in the place of what it would make for itself.</summary>
    public SiloServices Build(IServiceCollection services)
    {
        Replace(services);
        return new SiloServices(services, _recipes);
    }

    private void Replace(IServiceCollection services)
    {
        _first ??= Keep(services);
        _mark ??= services.First(static service => service.ServiceType.Name == "ConfigurationContext");
        for (var i = services.Count - 1; i >= 0; i--)
        {
            if (IsOfSerializer(services[i].ServiceType))
                services.RemoveAt(i);
        }

        Share<CodecProvider>(services);
        Share<CopyContextPool>(services);
        Share<IOptions<TypeManifestOptions>>(services);
        Share<GrainInterfaces>(services);
        Share<GrainClassCatalog>(services);
    }

    private static bool IsOfSerializer(Type service) =>
        service.Namespace?.StartsWith("Orleans.Serialization", StringComparison.Ordinal) == true
        || (service.IsConstructedGenericType && service.GetGenericArguments()[0] == typeof(TypeManifestOptions));

    // A provider of which nothing is ever used but these.
    private static ServiceProvider Keep(IServiceCollection services)
    {
        var kept = new ServiceCollection();
        foreach (var service in services)
            kept.Add(service);
        return kept.BuildServiceProvider();
    }

    private void Share<T>(IServiceCollection services)
        where T : class
    {
        services.RemoveAll<T>();
        services.AddSingleton(_first!.GetRequiredService<T>());
    }
}

/// <summary>The meters of one silo, gone with it: the runtime lists all instruments of a process.</summary>
internal sealed class WorldMeters : IMeterFactory
{
    private readonly List<Meter> _meters = [];

    public Meter Create(MeterOptions options)
    {
        var meter = new Meter(options.Name, options.Version, options.Tags, scope: this);
        _meters.Add(meter);
        return meter;
    }

    public void Dispose()
    {
        foreach (var meter in _meters)
            meter.Dispose();
        _meters.Clear();
    }
}
