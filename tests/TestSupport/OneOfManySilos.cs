using Microsoft.Extensions.DependencyInjection;
using Orleans.Configuration;
using Orleans.Statistics;

namespace Marketplace.TestSupport;

/// <summary>Spares the silos of tests, of which one process starts hundreds, what keeps its garbage collector busy.</summary>
internal static class OneOfManySilos
{
    // Orleans makes room for the addresses of a million grains when a silo starts, twice.
    private const int Addresses = 8_000;

    /// <summary>Has a silo make little room for addresses of grains, and not ask at start what memory there is, by collecting all garbage.</summary>
    /// <param name="services">Those of the silo; Orleans is among them.</param>
    public static IServiceCollection AsOneOfMany(this IServiceCollection services) => services
        .Configure<GrainDirectoryOptions>(static directory => directory.CacheSize = Addresses)
        .AddSingleton<IEnvironmentStatisticsProvider, NoStatistics>();

    // Placement by load and load shedding ask for it, which no test uses.
    private sealed class NoStatistics : IEnvironmentStatisticsProvider
    {
        public EnvironmentStatistics GetEnvironmentStatistics() => default;
    }
}
