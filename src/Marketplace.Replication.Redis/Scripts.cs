using StackExchange.Redis;

namespace Marketplace.Replication.Redis;

/// <summary>The writes, each one atom. Sent twice, or late, they change nothing: nothing goes back.</summary>
internal static class Scripts
{
    /// <summary>What <see cref="Advance"/> answers when the hash is older than what the fields build on.</summary>
    public const long IsBehind = -1;

    /// <summary>
    /// Takes a seller's hash from a prefix of the updates to a longer one. Arguments: the place that the fields build on, the place that they
    /// lead to, then each field with its value.
    /// </summary>
    private const string Advance = """
        local now = tonumber(redis.call('HGET', KEYS[1], 's') or '0')
        if now < tonumber(ARGV[1]) then return -1 end
        if now < tonumber(ARGV[2]) then
          for i = 3, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
          redis.call('HSET', KEYS[1], 's', ARGV[2])
          return tonumber(ARGV[2])
        end
        return now
        """;

    /// <summary>Renews products of a seller, each if it is older. Arguments: for each its field, its sequence and its value.</summary>
    private const string Renew = """
        for i = 1, #ARGV, 3 do
          local old = redis.call('HGET', KEYS[1], ARGV[i])
          if not old or tonumber(string.match(old, '^%d+')) < tonumber(ARGV[i + 1]) then
            redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 2])
          end
        end
        return 0
        """;

    /// <summary>Writes what is waiting of a seller.</summary>
    /// <returns>The place that the hash is at; <see cref="IsBehind"/> if it lacks what the write builds on.</returns>
    public static async Task<long> Run(IDatabaseAsync database, RedisKey key, SellerWrite write)
    {
        var arguments = new List<RedisValue>();
        if (write.IsOrdered)
            arguments.AddRange([write.Base, write.Sequence]);

        foreach (var (product, replica) in write.Products)
        {
            arguments.Add(RedisKeys.Product(product));
            if (!write.IsOrdered)
                arguments.Add(replica.Sequence);

            arguments.Add(ReplicaText.Write(replica));
        }

        return (long)await database.ScriptEvaluateAsync(write.IsOrdered ? Advance : Renew, [key], [.. arguments]);
    }
}
