using System.Collections.Immutable;
using Marketplace.Contracts.Events;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Cluster;

namespace Marketplace.Grains.Cart;

/// <summary>Shows the sessions that were abandoned: what left the carts when the transactions committed that closed them.</summary>
public sealed class AbandonedCarts
{
    private readonly IArchive _archive;
    private readonly ISilos _silos;
    private readonly ThisSilo _self;

    internal AbandonedCarts(IArchive archive, ISilos silos, ThisSilo self) => (_archive, _silos, _self) = (archive, silos, self);

    /// <summary>Finds the latest ones of the whole cluster.</summary>
    /// <param name="max">How many at most.</param>
    /// <returns>Those that were noticed last, ordered by the time since when they count as abandoned, the newest first.</returns>
    /// <exception cref="SiloLostException">A silo does not answer, and what it archived is its own.</exception>
    public async Task<ImmutableArray<CartAbandoned>> Latest(int max)
    {
        var silos = _archive.IsShared ? [] : _silos.All;
        var found = silos.Length > 1
            ? await Task.WhenAll(silos.Select(silo => silo.Abandoned(max)))
            : [await _self.Abandoned(max)];
        return [.. found.SelectMany(static some => some.Sessions).OrderByDescending(static session => session.Time).Take(max)];
    }
}
