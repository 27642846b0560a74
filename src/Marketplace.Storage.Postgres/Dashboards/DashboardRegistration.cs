using Marketplace.Grains.Dashboards;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Marketplace.Storage.Postgres.Dashboards;

/// <summary>Registers seller dashboards in PostgreSQL.</summary>
public static class DashboardRegistration
{
    /// <summary>Adds the dashboards, before the engine.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="options">How PostgreSQL is used.</param>
    public static IServiceCollection AddPostgresDashboards(this IServiceCollection services, PostgresOptions options) =>
        services.AddDashboards(s => new DashboardDatabase(
            options,
            s.GetRequiredService<TimeProvider>(),
            s.GetRequiredService<ILogger<PostgresDashboards>>(),
            s.GetService<ISiloIdentity>()?.Key));

    /// <summary>Adds the dashboards of a database.</summary>
    internal static IServiceCollection AddDashboards(
        this IServiceCollection services, Func<IServiceProvider, IDashboardDatabase> database) => services
        .AddSingleton(database)
        .AddSingleton<IEndsWriters>(static s => s.GetRequiredService<IDashboardDatabase>())
        .AddSingleton<PostgresDashboards>()
        .AddHostedService(static s => s.GetRequiredService<PostgresDashboards>())
        .AddSingleton<IDashboardTable>(static s => s.GetRequiredService<PostgresDashboards>())
        .AddSingleton<ISharedDashboards>(static s => s.GetRequiredService<PostgresDashboards>())
        .AddSingleton<IDashboardView>(static s => s.GetRequiredService<PostgresDashboards>());
}
