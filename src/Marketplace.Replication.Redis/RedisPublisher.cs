using Marketplace.Grains.Replication;
using Marketplace.Protocols;

namespace Marketplace.Replication.Redis;

/// <summary>Product side of the levels that know no order of a seller's updates: a product hands its updates over, and waits for nothing.</summary>
internal sealed class RedisPublisher(RedisUpdates updates) : IReplicaPublisher
{
    public CommitAction? Replicate(ReplicaUpdate update) => new Offer(updates, update.SellerId, update.ProductId, update.Replica);

    private sealed record Offer(RedisUpdates Updates, int SellerId, int ProductId, ProductReplica Replica) : CommitAction
    {
        public override Task OnCommit()
        {
            Updates.Offer(SellerId, ProductId, Replica);
            return Task.CompletedTask;
        }
    }
}
