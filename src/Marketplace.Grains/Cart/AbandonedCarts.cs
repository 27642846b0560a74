using System.Collections.Immutable;
using Marketplace.Contracts.Events;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Cluster;

namespace Marketplace.Grains.Cart;

/// <summary>Shows the sessions that were abandoned: what left the carts when the transactions committed that closed them.</summary>
public sealed class AbandonedCarts
{
    /// <summary>How many are shown at most.</summary>
    public const int Most = 1000;

    private readonly IArchive _archive;
    private readonly ISilos _silos;
    private readonly ThisSilo _self;

    internal AbandonedCarts(IArchive archive, ISilos silos, ThisSilo self) => (_archive, _silos, _self) = (archive, silos, self);

    /// <summary>Finds the latest ones of the whole cluster.</summary>
    /// <param name="max">How many at most, from 1 to <see cref="Most"/>.</param>
    /// <returns>Ordered by the time since when they count as abandoned, the newest first.</returns>
    /// <exception cref="SiloLostException">A silo does not answer, and what it archived is its own.</exception>
    public async Task<ImmutableArray<CartAbandoned>> Latest(int max)
    {
        // They are kept in the order in which they were noticed, which is another one where several windows end between two looks. So it
        // is the same ones that are put into order, however many are asked for.
        var silos = _archive.IsShared ? [] : _silos.All;
        var found = silos.Length > 1
            ? await Task.WhenAll(silos.Select(static silo => silo.Abandoned(Most)))
            : [await _self.Abandoned(Most)];
        return [.. found.SelectMany(static some => some.Sessions).OrderByDescending(static session => session.Time).Take(max)];
    }
}
