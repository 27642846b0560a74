using Marketplace.Grains.Cluster;
using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Storage;
using Marketplace.Silo.Engines;
using Marketplace.Simulation.Faults;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orleans;
using Orleans.Serialization;
using Orleans.Serialization.Cloning;
using Orleans.Serialization.Serializers;

namespace Marketplace.Simulation.Clusters;

/// <summary>Makes a silo a member of a simulated cluster: what Orleans and its registration add for a real one.</summary>
internal static class ClusterRegistration
{
    /// <summary>Adds the other silos. To be called when the engine is there, and before the protocol and the grains are.</summary>
    public static void AddCluster(this IServiceCollection services, Cluster cluster, Member self, FaultPlan faults) => services
        .AddSingleton(_ => new ClusterSilos(cluster, self))
        .AddSingleton<ISilos>(static provider => provider.GetRequiredService<ClusterSilos>())
        .AddSingleton<IMembers>(static provider => provider.GetRequiredService<ClusterSilos>())
        .AddSingleton<ISiloIdentity>(static provider => provider.GetRequiredService<ClusterSilos>())
        .AddSingleton<ICoordinators>(new ClusterCoordinators(cluster, self, faults))
        .AddHostedService(_ => new Membership(self))
        .AddHostedService<OrleansDeparture>();

    /// <summary>Has calls go to the silos of their grains. To be called when all other filters are there.</summary>
    public static void AddClusterCalls(this IServiceCollection services, Cluster cluster, Member self) =>
        services.AddSingleton<IOutgoingGrainCallFilter>(provider => new ClusterCalls(
            cluster,
            self,
            new DeepCopier(provider.GetRequiredService<CodecProvider>(), provider.GetRequiredService<CopyContextPool>())));

    /// <summary>Puts a silo on the list when its engine is there, and keeps new grains from it when it stops.</summary>
    private sealed class Membership(Member self) : IHostedService
    {
        public Task StartAsync(CancellationToken cancellationToken)
        {
            self.Status = MemberStatus.Active;
            return Task.CompletedTask;
        }

        public Task StopAsync(CancellationToken cancellationToken)
        {
            self.Status = MemberStatus.Leaving;
            return Task.CompletedTask;
        }
    }
}
