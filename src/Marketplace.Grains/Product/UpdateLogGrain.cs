using Marketplace.Grains.Placement;
using Marketplace.Grains.Replication;
using Orleans.Concurrency;

namespace Marketplace.Grains.Product;

/// <summary>The order of all updates of one seller.</summary>
[Reentrant]
internal sealed class UpdateLogGrain(
    IGrainState<UpdateLogState> state,
    ICommittedUpdates committed,
    ProductUpdates updates,
    GrainLifetime lifetime) : ServiceGrain<UpdateLogState>(state, lifetime), IUpdateLogGrain
{
    private bool _isOffered;

    private int SellerId => Keys.SellerOfLog(this.GetPrimaryKeyLong());

    public async Task<long> Append(TransactionContext tx, ReplicaUpdate update)
    {
        OfferOnce();
        var (product, replica) = (update.ProductId, update.Replica);
        var prefix = await State.Update(tx, (product, replica), static (s, a) => s.Append(a.product, a.replica));

        // In this order: who hears of the update finds it here.
        await State.OnCommit(tx, new CommittedPrefix(committed, SellerId, prefix));
        await updates.Send(State, tx, update.At(prefix.Sequence));
        return prefix.Sequence;
    }

    public Task<SellerView> Read(ProductsOfSeller products)
    {
        OfferOnce();
        var prefix = committed.Of(SellerId);
        var known = ImmutableArray.CreateBuilder<KnownProduct>(products.ProductIds.Length);
        foreach (var product in products.ProductIds)
        {
            if (prefix.Products.TryGetValue(product, out var replica))
                known.Add(new KnownProduct(product, replica));
        }

        return Task.FromResult(new SellerView(SellerId, prefix.Sequence, known.DrainToImmutable()));
    }

    public Task<UpdatePrefix> Committed()
    {
        OfferOnce();
        return Task.FromResult(committed.Of(SellerId));
    }

    public async Task<long> Replicated(long sequence)
    {
        OfferOnce();
        var place = sequence > 0 ? sequence : committed.Of(SellerId).Sequence;
        await committed.Wait(SellerId, place);
        return place;
    }

    // What an earlier activation has left is committed too, perhaps on another silo. Not while this one begins: what a silo that died left
    // undecided is taken back by the first calls.
    private void OfferOnce()
    {
        if (!_isOffered)
        {
            _isOffered = true;
            committed.Offer(SellerId, State.Inspect(static s => s.Prefix));
        }
    }
}
