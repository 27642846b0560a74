using System.Collections.Immutable;

namespace Marketplace.Grains.Cluster;

/// <summary>The silos of the cluster; the engine knows them.</summary>
public interface ISilos
{
    /// <summary>Whether this silo takes part.</summary>
    bool IsMember { get; }

    /// <summary>Those that take part now, this one among them, in an order that all silos agree on.</summary>
    ImmutableArray<ISilo> All { get; }

    /// <summary>Begins a hold. Silos that are held ask for it now and then, and let go when it has ended or its silo is gone.</summary>
    /// <returns>The hold; ended by <see cref="End"/>.</returns>
    Hold Begin();

    /// <summary>Ends a hold.</summary>
    /// <param name="hold">The hold.</param>
    void End(Hold hold);
}
