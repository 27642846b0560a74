namespace Marketplace.Driver.Target.Servers;

/// <summary>A primary, and a secondary that replicates from it.</summary>
internal sealed record RedisPair(RedisServer Primary, RedisServer Secondary)
{
    /// <summary>Starts both.</summary>
    /// <param name="died">Called if one ends by itself.</param>
    /// <exception cref="ServersException">A program is missing.</exception>
    /// <exception cref="Target.TargetException">One did not start.</exception>
    public static async Task<RedisPair> Start(
        ServerPrograms programs,
        TimeProvider time,
        Action died,
        CancellationToken cancellationToken)
    {
        var primary = await RedisServer.Start("redisPrimary", null, programs, time, died, cancellationToken);
        try
        {
            return new RedisPair(
                primary, await RedisServer.Start("redisSecondary", primary, programs, time, died, cancellationToken));
        }
        catch
        {
            await primary.Process.DisposeAsync();
            throw;
        }
    }
}
