using Marketplace.Silo.Settings;
using Marketplace.Storage.Postgres;
using Orleans;
using Orleans.Hosting;
using StackExchange.Redis;

namespace Marketplace.Silo.Engines;

/// <summary>Where the list of a cluster's silos is kept, when a server keeps it.</summary>
internal static class OrleansMembership
{
    /// <summary>Keeps it in Redis.</summary>
    /// <exception cref="SettingException">The connection string is none.</exception>
    public static ISiloBuilder UseRedis(this ISiloBuilder silo, ClusterSettings settings)
    {
        var options = ParseRedis(settings);
        silo.Services.AddHostedService(provider => new OrleansMembershipServer(
            async cancellationToken =>
            {
                await using var connection = await ConnectionMultiplexer.ConnectAsync(options).WaitAsync(cancellationToken);
            },
            settings,
            provider.GetRequiredService<TimeProvider>()));
        return silo.UseRedisClustering(clustering => clustering.ConfigurationOptions = options);
    }

    /// <summary>Keeps it in PostgreSQL.</summary>
    /// <exception cref="SettingException">The connection string is none.</exception>
    public static ISiloBuilder UsePostgres(this ISiloBuilder silo, ClusterSettings settings)
    {
        if (PostgresStorageRegistration.Check(settings.Connection) is { } problem)
            throw Refuse(settings, problem);

        silo.Services
            .AddSingleton(_ => new OrleansPostgresMembership(settings))
            .AddSingleton<IMembershipTable>(static provider => provider.GetRequiredService<OrleansPostgresMembership>())
            .AddHostedService(provider => new OrleansMembershipServer(
                provider.GetRequiredService<OrleansPostgresMembership>().Connect,
                settings,
                provider.GetRequiredService<TimeProvider>()));
        return silo;
    }

    // The text may hold a password, so the message shows what is wrong with it and not the text.
    private static ConfigurationOptions ParseRedis(ClusterSettings settings)
    {
        try
        {
            return ConfigurationOptions.Parse(settings.Connection);
        }
        catch (Exception exception) when (exception is ArgumentException or FormatException)
        {
            throw Refuse(settings, exception.Message);
        }
    }

    private static SettingException Refuse(ClusterSettings settings, string problem) => new(
        $"The setting Marketplace:Cluster:Connection is no connection string for the provider '{settings.Provider}': {problem}");
}
