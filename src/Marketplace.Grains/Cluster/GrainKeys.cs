using System.Runtime.CompilerServices;
using Marketplace.Protocols.Storage;
using Orleans.Runtime;

namespace Marketplace.Grains.Cluster;

/// <summary>Lists all grains of a service that have a state, wherever in the cluster it is kept.</summary>
internal sealed class GrainKeys(IGrainStorageCatalog catalog, ISilos silos)
{
    /// <returns>Their keys, each once.</returns>
    public IAsyncEnumerable<long> List<TState>(CancellationToken cancellationToken) => List(StateName.Of<TState>(), cancellationToken);

    /// <returns>Their keys, each once.</returns>
    public async IAsyncEnumerable<long> List(string stateName, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var all = silos.All;
        if (catalog.IsShared || all.Length == 1)
        {
            await foreach (var grainId in catalog.List(stateName, cancellationToken))
                yield return grainId.GetIntegerKey();

            yield break;
        }

        // A silo may still keep an old state of a grain that another one hosts now.
        var seen = new HashSet<long>();
        foreach (var silo in all)
        {
            for (GrainId? after = null; ;)
            {
                cancellationToken.ThrowIfCancellationRequested();
                var page = await silo.Keys(stateName, after);
                foreach (var key in page.Keys)
                {
                    if (seen.Add(key))
                        yield return key;
                }

                after = page.Last;
                if (after is null)
                    break;
            }
        }
    }
}
