using StackExchange.Redis;

namespace Marketplace.Replication.Redis;

/// <summary>
/// Where connections to Redis come from. Everything that the replication sends goes through here, so that something else can stand in the place of
/// the servers.
/// </summary>
internal interface IRedisServers
{
    /// <summary>Makes a connection.</summary>
    /// <param name="server">Its connection string.</param>
    /// <param name="timeout">How long that may take.</param>
    /// <exception cref="Exception">The server can't be reached.</exception>
    Task<IRedisConnection> Connect(string server, TimeSpan timeout);
}

/// <summary>
/// A connection to one server. What is sent over it arrives in the order in which it was sent. Each call fails if the connection does, and then
/// nobody knows whether it has arrived; none has a time-out of its own that callers could count on.
/// </summary>
internal interface IRedisConnection
{
    /// <summary>Tells once, or more often, that the connection has failed.</summary>
    /// <param name="failed">Who is told.</param>
    void WhenFailed(Action failed);

    /// <summary>Reads a text and fields of hashes in one round trip: each hash at one moment, all not necessarily at the same one.</summary>
    /// <returns>The text, and the fields of each hash in the order in which they were asked for; null where there is nothing.</returns>
    Task<(RedisValue Text, RedisValue[][] Hashes)> Read(RedisKey text, IReadOnlyList<(RedisKey Key, RedisValue[] Fields)> hashes);

    /// <summary>Reads a text.</summary>
    Task<RedisValue> Get(RedisKey key);

    /// <summary>Writes a text.</summary>
    Task Set(RedisKey key, RedisValue value);

    /// <summary>Deletes keys, with whatever is in them.</summary>
    Task Delete(RedisKey[] keys);

    /// <summary>Finds keys, a page at a time: those that are there all the time, and perhaps others.</summary>
    /// <param name="pattern">What they look like.</param>
    /// <param name="cursor">Where to go on; "0" at the beginning.</param>
    /// <returns>Where to go on, "0" at the end; and the keys.</returns>
    Task<(string Cursor, RedisKey[] Keys)> Scan(string pattern, string cursor);

    /// <summary>Writes what is waiting of a seller, as one atom. Written twice, or late, it changes nothing: nothing goes back.</summary>
    /// <returns>The place that the hash is at; <see cref="SellerWrite.IsBehind"/> if it lacks what the write builds on.</returns>
    Task<long> Write(RedisKey key, SellerWrite write);

    /// <summary>Waits until a secondary has all that was written over this connection.</summary>
    /// <param name="limit">How long at most.</param>
    /// <returns>How many secondaries have it.</returns>
    Task<long> Wait(TimeSpan limit);

    /// <summary>The run of the server: another one after each start.</summary>
    Task<string> Run();

    /// <summary>Closes it; what is under way on it fails.</summary>
    Task Close();
}
