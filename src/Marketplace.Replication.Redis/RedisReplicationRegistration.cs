using Marketplace.Grains.Replication;
using Microsoft.Extensions.DependencyInjection;
using StackExchange.Redis;

namespace Marketplace.Replication.Redis;

/// <summary>Registers the replication over Redis. Registered after the engine, so that it can ask grains from its start to its end.</summary>
public static class RedisReplicationRegistration
{
    /// <summary>Whether a text is a connection string.</summary>
    /// <returns>Null if it is; else what is wrong with it, without showing it: it may hold a password.</returns>
    public static string? Check(string text)
    {
        try
        {
            return ConfigurationOptions.Parse(text).EndPoints.Count == 0 ? "it names no server" : null;
        }
        catch (Exception exception) when (exception is ArgumentException or FormatException)
        {
            return "it has an option or a value that StackExchange.Redis does not take";
        }
    }

    /// <summary>Chooses `eventual`: carts read what the secondary has.</summary>
    /// <param name="options">Where Redis is.</param>
    public static IServiceCollection AddEventualRedis(this IServiceCollection services, RedisOptions options) =>
        services.AddUnorderedUpdates().AddSingleton<IReplicaPublisher, RedisPublisher>().AddRedis(options, ViewRule.Latest);

    /// <summary>Chooses `causal-per-object`: carts read what the secondary has, and what they know of a product never goes back.</summary>
    /// <param name="options">Where Redis is.</param>
    public static IServiceCollection AddCausalRedis(this IServiceCollection services, RedisOptions options) =>
        services.AddUnorderedUpdates().AddSingleton<IReplicaPublisher, RedisPublisher>().AddRedis(options, ViewRule.Newest);

    /// <summary>
    /// Chooses `causal-across-objects`: updates are written in the order of their seller, and acknowledged when the secondary has them.
    /// </summary>
    /// <param name="options">Where Redis is.</param>
    public static IServiceCollection AddOrderedRedis(this IServiceCollection services, RedisOptions options) =>
        services.AddOrderedUpdates().AddSingleton<IReplicaPublisher, LogPublisher>().AddRedis(options, ViewRule.Prefix);

    private static IServiceCollection AddRedis(this IServiceCollection services, RedisOptions options, ViewRule rule) => services
        .AddSingleton<IReplicaFeed, NoFeed>()
        .AddSingleton(options)
        .AddSingleton<RedisKeys>()
        .AddSingleton<IRedisServers, StackExchangeServers>()
        .AddSingleton<RedisLinks>()
        .AddSingleton<LowWatermarks>()
        .AddSingleton<RedisUpdates>()
        .AddSingleton<ICommittedUpdates>(static s => s.GetRequiredService<RedisUpdates>())
        .AddSingleton<ReplicaSource>()
        .AddSingleton<UpdateWriter>()
        .AddSingleton<IReplicaReader>(s => ActivatorUtilities.CreateInstance<RedisReader>(s, rule))
        .AddHostedService(static s => s.GetRequiredService<UpdateWriter>());
}
