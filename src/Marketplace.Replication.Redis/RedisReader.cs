using System.Collections.Immutable;
using Marketplace.Grains;
using Marketplace.Grains.Replication;
using Marketplace.Protocols;
using StackExchange.Redis;

namespace Marketplace.Replication.Redis;

/// <summary>
/// Reads replicas from the secondary: all sellers and products of a cart, with the mark that everything is there, in one round trip; each
/// seller at one moment. Who gets less than this silo has acknowledged or read before, asks again.
/// </summary>
internal sealed class RedisReader(
    RedisLinks links,
    RedisKeys keys,
    RedisOptions options,
    RedisUpdates updates,
    UpdateWriter writer,
    LowWatermarks watermarks,
    ViewRule rule,
    TimeProvider time) : IReplicaReader
{
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan LongestPause = TimeSpan.FromMilliseconds(200);

    public async Task<ReplicaView> Read(ImmutableArray<long> products)
    {
        var sellers = SellersOf.Products(products);
        if (sellers.Count == 0)
            return new ReplicaView(rule, []);

        var since = time.GetTimestamp();
        for (var pause = FirstPause; ; pause = pause.DoubledUpTo(LongestPause))
        {
            var (view, reason) = await TryRead(sellers);
            if (view is not null)
                return view;

            if (time.GetElapsedTime(since) + pause >= options.Timeout)
            {
                throw new ReplicationUnavailableException(
                    $"The products of the cart can't be read from Redis within {options.Timeout} (setting Marketplace:Redis:Timeout): {reason}; "
                    + "nothing was done, try again later.");
            }

            await Task.Delay(pause, time);
        }
    }

    public void Acknowledged(int sellerId, long sequence) => watermarks.Raise(sellerId, sequence);

    private async Task<(ReplicaView? View, string Reason)> TryRead(List<ProductsOfSeller> sellers)
    {
        if (updates.HasToClear)
            return (null, "it still has what was there before a reset");

        IRedisConnection? connection = null;
        try
        {
            connection = await links.Secondary.Get();
            var (mark, hashes) = await connection
                .Read(keys.Whole, sellers.ConvertAll(seller => (
                    keys.Seller(seller.SellerId), (RedisValue[])[RedisKeys.Sequence, .. seller.ProductIds.Select(RedisKeys.Product)])))
                .WaitAsync(options.TryTimeout, time);
            if (!keys.IsOwn(mark))
            {
                writer.Suspect();
                return (null, "it has lost its data, which are being written again");
            }

            var views = ImmutableArray.CreateBuilder<SellerView>(sellers.Count);
            for (var i = 0; i < sellers.Count; i++)
                views.Add(View(sellers[i], hashes[i]));

            return IsEnough(views) ? (new ReplicaView(rule, views.DrainToImmutable()), "") : (null, "the secondary is behind");
        }
        catch (Exception exception) when (exception is not FormatException)
        {
            if (connection is not null)
                links.Secondary.Drop(connection);

            return (null, exception.Message);
        }
    }

    private static SellerView View(ProductsOfSeller seller, RedisValue[] values)
    {
        var known = ImmutableArray.CreateBuilder<KnownProduct>(seller.ProductIds.Length);
        for (var i = 0; i < seller.ProductIds.Length; i++)
        {
            if ((string?)values[i + 1] is { } text)
                known.Add(new KnownProduct(seller.ProductIds[i], ReplicaText.Read(text)));
        }

        return new SellerView(seller.SellerId, values[0].IsNull ? 0 : (long)values[0], known.DrainToImmutable());
    }

    private bool IsEnough(ImmutableArray<SellerView>.Builder views)
    {
        foreach (var view in views)
        {
            if (view.Sequence < watermarks.Of(view.SellerId))
            {
                writer.Suspect();
                return false;
            }
        }

        foreach (var view in views)
            watermarks.Raise(view.SellerId, view.Sequence);

        return true;
    }
}
