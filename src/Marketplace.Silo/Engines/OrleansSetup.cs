using Marketplace.Grains.Cluster;
using Marketplace.Grains.Replication;
using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Storage;
using Marketplace.Silo.Settings;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Orleans;
using Orleans.Configuration;
using Orleans.Hosting;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>Runs the grains on Microsoft Orleans.</summary>
internal static class OrleansSetup
{
    // Where Orleans keeps the subscriptions of memory streams: its own name for it.
    private const string StreamSubscriptions = "PubSubStore";

    // As long may carts miss updates of a product that others follow again and again, when the silo is lost that has its subscriptions.
    private static TimeSpan TrustInCluster => TimeSpan.FromSeconds(10);

    /// <param name="responseTimeout">How long a caller waits for an answer.</param>
    /// <param name="cluster">How silos find each other.</param>
    /// <exception cref="SettingException">The cluster can't be joined as it says.</exception>
    public static void AddOrleans(
        this IServiceCollection services, TimeSpan responseTimeout, ClusterSettings cluster, PlacementSettings placement)
    {
        services.AddSingleton<IConfigureGrainContextProvider, OrleansActivation>();
        services.AddOrleans(silo => silo
            .UseCluster(cluster)
            .UsePlacement(placement, cluster)
            .Configure<SiloMessagingOptions>(messaging => messaging.ResponseTimeout = responseTimeout)
            .UseTransactions());
        if (cluster.HasOthers)
        {
            services.AddGrainService<OrleansSiloService>();
            services.AddSingleton<OrleansSilos>();
            services.AddSingleton<ISilos>(static provider => provider.GetRequiredService<OrleansSilos>());
            services.AddSingleton<IMembers>(static provider => provider.GetRequiredService<OrleansSilos>());
            services.AddSiloFence();
            services.AddSingleton<ISiloIdentity, OrleansSiloIdentity>();
            services.AddSingleton<ICoordinators, OrleansCoordinators>();
            services.AddSingleton<IOutgoingGrainCallFilter, OrleansCallRetry>();
            services.AddHostedService<OrleansDeparture>();
            services.AddMemoryCare();
        }

        // Orleans places grains by Polly, which would log two lines for each. The watchdog's first look has no earlier one to compare with, and warns
        // of a stall as long as the machine has been up. The last is for what Orleans says of this silo's service.
        services.AddLogging(static logging => logging
            .AddFilter("Orleans", LogLevel.Warning)
            .AddFilter("Orleans.Runtime.Watchdog", LogLevel.Error)
            .AddFilter("Polly", LogLevel.Warning)
            .AddFilter(typeof(OrleansSiloService).FullName, LogLevel.Warning));
    }

    /// <summary>Adds streams, whose agents look for messages ten times a second: only a silo that replicates over them has them.</summary>
    /// <param name="services">Where to; the engine and the replication are there.</param>
    public static void AddOrleansStreams(this IServiceCollection services)
    {
        services.AddPlacementDirector<OnNamedSilo, OnNamedSiloDirector>();
        services.TryAddSingleton(static provider => new SubscriptionTrust(
            provider.GetRequiredService<TimeProvider>(),
            provider.GetService<ISiloIdentity>() is null ? TimeSpan.MaxValue : TrustInCluster));
        services
            .AddSingleton<RelayedProducts>()
            .AddSingleton<IUpdateStreams, OrleansUpdateStreams>()
            .Configure<StreamPullingAgentOptions>(
                ReplicaStreams.Provider, static agent => agent.StreamInactivityPeriod = OrleansUpdateStreams.InactivityPeriod)
            .AddOrleans(static silo => silo
                .AddMemoryGrainStorage(StreamSubscriptions)
                .AddMemoryStreams(ReplicaStreams.Provider));
    }
}
