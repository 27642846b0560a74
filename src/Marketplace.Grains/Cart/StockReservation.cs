using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Grains.Stock;

namespace Marketplace.Grains.Cart;

/// <summary>E2 to the stock of each item, in key order; the answers come together here (E3 or E4).</summary>
/// <param name="Reserved">The items that are in stock.</param>
/// <param name="Rejected">The others, with those that were gone before.</param>
internal readonly record struct StockReservation(ImmutableArray<CartItem> Reserved, ImmutableArray<ItemRejection> Rejected)
{
    public static async Task<StockReservation> Ask(IGrainFactory grains, TransactionContext tx, CartAttempt attempt, DateTime now)
    {
        var replies = new Task<ItemStatus>[attempt.Items.Length];
        for (var i = 0; i < replies.Length; i++)
        {
            var item = attempt.Items[i];
            replies[i] = grains.GetGrain<IStockGrain>(Keys.Pair(item.SellerId, item.ProductId))
                .Reserve(tx, new ReserveInventory(tx.Tid, attempt.Reservation, now, item.Version, item.Quantity));
        }

        var (reserved, rejected) = (attempt.Items, attempt.Gone);
        try
        {
            for (var i = replies.Length - 1; i >= 0; i--)
            {
                var status = await replies[i];
                if (status != ItemStatus.InStock)
                {
                    rejected = rejected.Add(new ItemRejection(reserved[i].SellerId, reserved[i].ProductId, status));
                    reserved = reserved.RemoveAt(i);
                }
            }
        }
        catch
        {
            // Nothing may be under way for a transaction that is about to be rolled back.
            await Task.WhenAll(replies).Ended();
            throw;
        }

        return new(reserved, rejected);
    }
}
