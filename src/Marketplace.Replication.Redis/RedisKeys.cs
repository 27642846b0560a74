using System.Globalization;
using StackExchange.Redis;

namespace Marketplace.Replication.Redis;

/// <summary>What is in Redis: a hash a seller, with a field a product, and a mark that all of it is there.</summary>
internal sealed class RedisKeys(RedisOptions options)
{
    /// <summary>The field of a seller's hash that tells how many of the seller's updates are in it.</summary>
    public static readonly RedisValue Sequence = "s";

    /// <summary>The key of the mark: the run of the primary in which everything was written.</summary>
    public RedisKey Whole { get; } = options.Prefix + ":whole";

    /// <summary>A pattern of all keys.</summary>
    public string All { get; } = options.Prefix + ":*";

    /// <summary>The field of a product.</summary>
    public static RedisValue Product(int productId) => productId;

    /// <summary>The key of a seller's hash.</summary>
    public RedisKey Seller(int sellerId) => string.Create(CultureInfo.InvariantCulture, $"{options.Prefix}:seller:{sellerId}");
}
