namespace Marketplace.Driver.Servers;

/// <summary>A primary, and a secondary that replicates from it.</summary>
/// <param name="Primary">Takes writes.</param>
/// <param name="Secondary">Follows, and takes none.</param>
internal sealed record RedisPair(RedisServer Primary, RedisServer Secondary)
{
    /// <summary>Starts both.</summary>
    /// <param name="programs">Where their program is.</param>
    /// <param name="time">The clock.</param>
    /// <param name="died">Called if one ends by itself.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="ServersException">A program is missing.</exception>
    /// <exception cref="Target.TargetException">One did not start.</exception>
    public static async Task<RedisPair> StartAsync(
        ServerPrograms programs,
        TimeProvider time,
        Action died,
        CancellationToken cancellationToken)
    {
        var primary = await RedisServer.StartAsync("redisPrimary", null, programs, time, died, cancellationToken);
        try
        {
            return new RedisPair(
                primary, await RedisServer.StartAsync("redisSecondary", primary, programs, time, died, cancellationToken));
        }
        catch
        {
            await primary.Process.DisposeAsync();
            throw;
        }
    }
}
