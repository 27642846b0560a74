using Marketplace.Contracts.Events;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Cluster;

namespace Marketplace.Grains.Cart;

/// <summary>Shows the sessions that were abandoned: what left the carts when the transactions committed that closed them.</summary>
internal sealed class AbandonedCarts(IArchive archive, ISilos silos, ThisSilo self)
{
    /// <summary>How many are shown at most.</summary>
    public const int Most = 1000;

    /// <summary>Finds the latest ones of the whole cluster.</summary>
    /// <param name="max">How many at most, from 1 to <see cref="Most"/>.</param>
    /// <returns>Ordered by the time since when they count as abandoned, the newest first.</returns>
    /// <exception cref="SiloLostException">A silo does not answer, and what it archived is its own.</exception>
    public async Task<ImmutableArray<CartAbandoned>> Latest(int max)
    {
        // They are kept in the order in which they were noticed, which is another one where several windows end between two looks. So it
        // is the same ones that are put into order, however many are asked for.
        var others = archive.IsShared ? [] : silos.All;
        var found = others.Length > 1
            ? await Task.WhenAll(others.Select(static silo => silo.Abandoned(Most)))
            : [await self.Abandoned(Most)];
        return [.. found.SelectMany(static some => some.Sessions).OrderByDescending(static session => session.Time).Take(max)];
    }
}
