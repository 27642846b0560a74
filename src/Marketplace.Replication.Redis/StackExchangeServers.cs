using System.Globalization;
using StackExchange.Redis;

namespace Marketplace.Replication.Redis;

/// <summary>Servers of Redis, over StackExchange.Redis.</summary>
internal sealed class StackExchangeServers : IRedisServers
{
    public async Task<IRedisConnection> Connect(string server, TimeSpan timeout)
    {
        var configuration = ConfigurationOptions.Parse(server);
        configuration.AbortOnConnectFail = true;

        // Newer clients ask for it before they send INFO, which tells the run of the server.
        configuration.AllowAdmin = true;
        configuration.ConnectRetry = 1;
        configuration.ConnectTimeout = (int)timeout.TotalMilliseconds;
        configuration.SyncTimeout = configuration.ConnectTimeout;
        configuration.ClientName = "marketplace";
        return new StackExchangeConnection(await ConnectionMultiplexer.ConnectAsync(configuration));
    }
}

/// <summary>A connection of StackExchange.Redis.</summary>
internal sealed class StackExchangeConnection(ConnectionMultiplexer connection) : IRedisConnection
{
    private const string PageSize = "1000";

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

    private readonly IDatabase _database = connection.GetDatabase();

    public void WhenFailed(Action failed) => connection.ConnectionFailed += (_, _) => failed();

    public async Task<(RedisValue Text, RedisValue[][] Hashes)> Read(RedisKey text, IReadOnlyList<(RedisKey Key, RedisValue[] Fields)> hashes)
    {
        var batch = _database.CreateBatch();
        var first = batch.StringGetAsync(text);
        var others = new Task<RedisValue[]>[hashes.Count];
        for (var i = 0; i < others.Length; i++)
            others[i] = batch.HashGetAsync(hashes[i].Key, hashes[i].Fields);

        batch.Execute();
        var read = await Task.WhenAll(others);
        return (await first, read);
    }

    public Task<RedisValue> Get(RedisKey key) => _database.StringGetAsync(key);

    public Task Set(RedisKey key, RedisValue value) => _database.StringSetAsync(key, value);

    public Task Delete(RedisKey[] keys) => _database.KeyDeleteAsync(keys);

    public async Task<(string Cursor, RedisKey[] Keys)> Scan(string pattern, string cursor)
    {
        var page = (RedisResult[]?)await _database.ExecuteAsync("SCAN", cursor, "MATCH", pattern, "COUNT", PageSize) ?? [];
        return (page is [var next, ..] ? (string?)next ?? "0" : "0", page is [_, var found] ? (RedisKey[]?)found ?? [] : []);
    }

    public async Task<long> Write(RedisKey key, SellerWrite write)
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

        return (long)await _database.ScriptEvaluateAsync(write.IsOrdered ? Advance : Renew, [key], [.. arguments]);
    }

    public async Task<long> Wait(TimeSpan limit) => (long)await _database.ExecuteAsync(
        "WAIT", "1", ((int)limit.TotalMilliseconds).ToString(CultureInfo.InvariantCulture));

    public async Task<string> Run()
    {
        const string name = "run_id:";
        var info = (string?)await _database.ExecuteAsync("INFO", "server") ?? "";
        var at = info.IndexOf(name, StringComparison.Ordinal);
        return at < 0 ? "unknown" : info[(at + name.Length)..].Split('\r', '\n')[0];
    }

    public async Task Close()
    {
        await connection.CloseAsync(allowCommandsToComplete: false);
        connection.Dispose();
    }
}
