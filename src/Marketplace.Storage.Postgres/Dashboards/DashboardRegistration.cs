using Marketplace.Grains.Dashboards;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Storage.Postgres.Dashboards;

/// <summary>Registers seller dashboards in PostgreSQL.</summary>
public static class DashboardRegistration
{
    /// <summary>Adds the dashboards, before the engine.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="options">How PostgreSQL is used.</param>
    public static IServiceCollection AddPostgresDashboards(this IServiceCollection services, PostgresOptions options) => services
        .AddSingleton(new DashboardOptions(options))
        .AddSingleton<PostgresDashboards>()
        .AddHostedService(static s => s.GetRequiredService<PostgresDashboards>())
        .AddSingleton<IDashboardTable>(static s => s.GetRequiredService<PostgresDashboards>())
        .AddSingleton<ISharedDashboards>(static s => s.GetRequiredService<PostgresDashboards>())
        .AddSingleton<IDashboardView>(static s => s.GetRequiredService<PostgresDashboards>());
}

internal sealed record DashboardOptions(PostgresOptions Postgres);
