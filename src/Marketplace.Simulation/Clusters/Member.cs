using System.Collections.Immutable;
using Marketplace.Engine.Local;
using Marketplace.Grains.Cluster;
using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Storage;
using Marketplace.Simulation.Scheduling;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Simulation.Clusters;

/// <summary>A silo of a simulated cluster, as the list of silos has it.</summary>
/// <param name="machine">What it runs on.</param>
/// <param name="key">Its key, which no other start of a silo has.</param>
internal sealed class Member(Machine machine, long key)
{
    private Parts? _parts;

    public Machine Machine => machine;

    public string Name => machine.Name;

    public long Key => key;

    public LocalEngine Engine => Made.Engine;

    public ICoordinator Coordinator => Made.Coordinator;

    /// <summary>What it does for others.</summary>
    public ThisSilo This => Made.This;

    /// <summary>Quiesces it for others.</summary>
    public QuiesceLease Lease => Made.Lease;

    public ClusterSilos Silos => Made.Silos;

    public ISiloFence Fence => Made.Fence;

    public MemberStatus Status { get; set; }

    /// <summary>The members when it was declared dead: it does not know that it is. Null before.</summary>
    public ImmutableArray<Member>? LastView { get; set; }

    /// <summary>Whether the others have no more to do with it: what it sends does not arrive, and nothing is sent to it.</summary>
    public bool IsGone => Status == MemberStatus.Gone;

    /// <summary>Whether its process runs.</summary>
    public bool Runs => !machine.IsDead && !machine.IsFrozen;

    private Parts Made => _parts ?? throw new InvalidOperationException($"{Name} is not made yet.");

    /// <summary>It is made.</summary>
    public void Take(IServiceProvider services)
    {
        var (silo, silos) = (services.GetRequiredService<ThisSilo>(), services.GetRequiredService<ClusterSilos>());
        _parts = new Parts(
            services.GetRequiredService<LocalEngine>(),
            services.GetRequiredService<ICoordinator>(),
            silo,
            new QuiesceLease(silo, silos.Lasts, services.GetRequiredService<TimeProvider>(), CancellationToken.None),
            silos,
            services.GetRequiredService<ISiloFence>());
    }

    private sealed record Parts(
        LocalEngine Engine, ICoordinator Coordinator, ThisSilo This, QuiesceLease Lease, ClusterSilos Silos, ISiloFence Fence);
}

/// <summary>How far a member is.</summary>
internal enum MemberStatus
{
    /// <summary>It is not on the list yet.</summary>
    Starting,

    /// <summary>It takes part.</summary>
    Active,

    /// <summary>It stops: it is given no more grains.</summary>
    Leaving,

    /// <summary>It has left, or the others have declared it dead.</summary>
    Gone,
}
