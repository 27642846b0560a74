using System.Runtime.CompilerServices;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Product;

namespace Marketplace.Grains.Replication;

/// <summary>Where replicas come from that were lost: all updates that there are in the cluster, as what they left.</summary>
internal sealed class ReplicaSource(IGrainFactory grains, GrainKeys keys, ISilos silos)
{
    /// <summary>Whether no other silo can have written replicas that count.</summary>
    public bool IsAlone => silos.All.Length <= 1;

    /// <summary>Reads what is committed of each seller whose updates have an order.</summary>
    public async IAsyncEnumerable<(int SellerId, UpdatePrefix Prefix)> Logs([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var key in keys.List<UpdateLogState>(cancellationToken))
            yield return (Keys.SellerOfLog(key), await grains.GetGrain<IUpdateLogGrain>(key).Committed());
    }

    /// <summary>Reads each product that has had an update.</summary>
    /// <returns>Products with what their last update left.</returns>
    public async IAsyncEnumerable<(int SellerId, int ProductId, ProductReplica Replica)> Products(
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var key in keys.List<ProductState>(cancellationToken))
        {
            if (await grains.GetGrain<IProductGrain>(key).Replica() is { } replica)
                yield return (Keys.First(key), Keys.Second(key), replica);
        }
    }
}
