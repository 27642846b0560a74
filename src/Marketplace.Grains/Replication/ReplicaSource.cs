using System.Runtime.CompilerServices;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Product;
using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.Replication;

/// <summary>Where replicas come from that were lost: all updates that there are in the cluster, as what they left.</summary>
internal sealed class ReplicaSource(IGrainFactory grains, GrainKeys keys, ISilos silos, IAtomicWrites writes)
{
    private const int ReadsAtOnce = 64;

    /// <summary>Whether no other silo can have written replicas that count.</summary>
    public bool IsAlone => silos.All.Length <= 1;

    /// <summary>Reads what is committed of each seller whose updates have an order.</summary>
    public async IAsyncEnumerable<(int SellerId, UpdatePrefix Prefix)> Logs([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var key in keys.List<UpdateLogState>(cancellationToken))
            yield return (Keys.SellerOfLog(key), await grains.GetGrain<IUpdateLogGrain>(key).Committed());
    }

    /// <summary>
    /// Reads each product that has had an update. A transaction is committed here before it is stored, and if another silo has taken this one's place
    /// it never is: so what was read is kept back until it is known to be stored.
    /// </summary>
    /// <returns>Products with what their last update left.</returns>
    public async IAsyncEnumerable<(int SellerId, int ProductId, ProductReplica Replica)> Products(
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var some in keys.List<ProductState>(cancellationToken).Chunk(ReadsAtOnce).WithCancellation(cancellationToken))
        {
            var replicas = await Task.WhenAll(some.Select(key => grains.GetGrain<IProductGrain>(key).Replica()));
            await writes.Stored().WaitAsync(cancellationToken);
            foreach (var (key, replica) in some.Zip(replicas))
            {
                if (replica is not null)
                    yield return (Keys.First(key), Keys.Second(key), replica);
            }
        }
    }
}
