using Microsoft.Extensions.DependencyInjection;
using Orleans.Configuration;
using Orleans.Runtime.GrainDirectory;
using Orleans.Statistics;

namespace Marketplace.TestSupport;

/// <summary>Spares the silos of tests, of which one process starts hundreds, what keeps its garbage collector busy.</summary>
internal static class OneOfManySilos
{
    // Orleans makes room for the addresses of a million grains when a silo starts, twice.
    private const int Addresses = 8_000;

    /// <summary>
    /// Has a silo make little room for addresses of grains, give it back if it can't start, too, and not ask at start what memory there is, by
    /// collecting all garbage.
    /// </summary>
    /// <param name="services">Those of the silo; Orleans is among them.</param>
    public static IServiceCollection AsOneOfMany(this IServiceCollection services) => services
        .Configure<GrainDirectoryOptions>(static directory => directory.CachingStrategy = GrainDirectoryOptions.CachingStrategyType.Custom)
        .AddTransient(CacheOfAddresses)
        .AddSingleton<IEnvironmentStatisticsProvider, NoStatistics>();

    // Those that Orleans makes for itself it disposes when a silo stops, so the timer of one that never started keeps all of that silo in memory;
    // these are disposed with its services.
    private static IGrainDirectoryCache CacheOfAddresses(IServiceProvider services) =>
        GrainDirectoryCacheFactory.CreateGrainDirectoryCache(services, new GrainDirectoryOptions { CacheSize = Addresses });

    // Placement by load and load shedding ask for it, which no test uses.
    private sealed class NoStatistics : IEnvironmentStatisticsProvider
    {
        public EnvironmentStatistics GetEnvironmentStatistics() => default;
    }
}
