namespace Marketplace.Replication.Redis;

/// <summary>The connections to both servers.</summary>
internal sealed class RedisLinks(IRedisServers servers, RedisOptions options, TimeProvider time) : IAsyncDisposable
{
    /// <summary>For the writer alone.</summary>
    public RedisLink Primary { get; } = new(servers, options.Primary, RedisOptions.PrimarySetting, options, time);

    /// <summary>For those who read.</summary>
    public RedisLink Secondary { get; } = new(servers, options.Secondary, RedisOptions.SecondarySetting, options, time);

    public async ValueTask DisposeAsync()
    {
        await Primary.DisposeAsync();
        await Secondary.DisposeAsync();
    }
}
