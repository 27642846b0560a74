using System.Globalization;

namespace Marketplace.Grains;

/// <summary>Two ids in one integer key: cheaper to hash, compare and send than a compound key.</summary>
internal static class Keys
{
    /// <summary>The key of a product and of its stock item, or of an order.</summary>
    /// <param name="first">Seller, or customer.</param>
    /// <param name="second">Product of that seller, or order of that customer.</param>
    /// <returns>The key; keys order like the pairs.</returns>
    public static long Pair(int first, int second) => ((long)first << 32) | (uint)second;

    /// <summary>The key of the log of a seller's updates: below 0, so that it is the key of no product, beside which it is stored.</summary>
    /// <returns>The key.</returns>
    public static long OfLog(int sellerId) => ~(long)sellerId;

    /// <param name="key">A key made by <see cref="OfLog"/>.</param>
    public static int SellerOfLog(long key) => (int)~key;

    /// <summary>An order as text: "customer|order".</summary>
    public static string Text(int customerId, int orderId) => string.Create(CultureInfo.InvariantCulture, $"{customerId}|{orderId}");

    /// <summary>The first id of a key.</summary>
    /// <param name="key">A key made by <see cref="Pair"/>.</param>
    /// <returns>Seller, or customer.</returns>
    public static int First(long key) => (int)(key >> 32);

    /// <summary>The second id of a key.</summary>
    /// <param name="key">A key made by <see cref="Pair"/>.</param>
    /// <returns>Product, or order.</returns>
    public static int Second(long key) => (int)key;
}
