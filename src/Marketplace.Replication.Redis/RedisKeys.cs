using System.Globalization;
using StackExchange.Redis;

namespace Marketplace.Replication.Redis;

/// <summary>What is in Redis: a hash a seller, with a field a product, and a mark that all of it is there.</summary>
internal sealed class RedisKeys(RedisOptions options)
{
    /// <summary>The field of a seller's hash that tells how many of the seller's updates are in it.</summary>
    public static readonly RedisValue Sequence = "s";

    /// <summary>The key of the mark that everything is there.</summary>
    public RedisKey Whole { get; } = options.Prefix + ":whole";

    /// <summary>A pattern of all keys.</summary>
    public string All { get; } = options.Prefix + ":*";

    /// <summary>The mark: in which run of the primary everything was written, and by whom.</summary>
    public string Mark(string run) => run + Own;

    /// <summary>Whether a mark was made by those to whom this silo belongs, in whatever run.</summary>
    public bool IsOwn(RedisValue mark) => ((string?)mark)?.EndsWith(Own, StringComparison.Ordinal) == true;

    private string Own { get; } = " of " + options.Owner;

    /// <summary>The field of a product.</summary>
    public static RedisValue Product(int productId) => productId;

    /// <summary>The key of a seller's hash.</summary>
    public RedisKey Seller(int sellerId) => string.Create(CultureInfo.InvariantCulture, $"{options.Prefix}:seller:{sellerId}");
}
