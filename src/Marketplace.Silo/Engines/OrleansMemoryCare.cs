using Marketplace.Protocols.Storage;
using Marketplace.Silo.Hosting;
using Orleans.Configuration;

namespace Marketplace.Silo.Engines;

/// <summary>What a cluster has to mind whose states are kept in the memory of its silos.</summary>
internal static class OrleansMemoryCare
{
    // A grain that was put away comes back on any silo, and its state would be left behind. Orleans adds it to the time of the day.
    private static readonly TimeSpan Never = TimeSpan.FromDays(36_500);

    /// <summary>Keeps such grains where they are, and says at start what a cluster of this kind is not for.</summary>
    public static void AddMemoryCare(this IServiceCollection services)
    {
        services.AddOptions<GrainCollectionOptions>().Configure<IGrainStorageCatalog>(static (collection, storage) =>
        {
            if (!storage.IsShared)
                collection.CollectionAge = Never;
        });
        services.AddHostedService<Warning>();
    }

    private sealed class Warning(IGrainStorageCatalog storage, ILoggerFactory loggers) : IHostedService
    {
        public Task StartAsync(CancellationToken cancellationToken)
        {
            if (!storage.IsShared)
                loggers.CreateLogger("Marketplace.Cluster").MemoryInCluster();

            return Task.CompletedTask;
        }

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
