using Marketplace.Grains.Archiving;
using Marketplace.Grains.AuditLogging;
using Marketplace.Protocols;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Marketplace.Storage.Postgres.AuditLogging;

/// <summary>Registers the audit log in PostgreSQL.</summary>
public static class AuditLogRegistration
{
    /// <summary>Adds the log, after the archive, whose records it logs, and before the engine.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="options">How it is kept.</param>
    public static IServiceCollection AddPostgresAuditLog(this IServiceCollection services, AuditLogOptions options)
    {
        var archive = services.Last(static service => service.ServiceType == typeof(IArchive));
        services.Remove(archive);
        return services
            .AddSingleton(s => new PostgresAuditLog(
                options,
                new DiskFiles(options.Folder),
                s.GetRequiredService<TimeProvider>(),
                s.GetRequiredService<IHostApplicationLifetime>(),
                s.GetRequiredService<ILogger<PostgresAuditLog>>()))
            .AddHostedService(static s => s.GetRequiredService<PostgresAuditLog>())
            .AddSingleton<IAuditLog>(static s => s.GetRequiredService<PostgresAuditLog>())
            .AddSingleton<ILogRoom>(static s => s.GetRequiredService<PostgresAuditLog>())
            .AddSingleton<IArchive>(s => new LoggingArchive(
                (IArchive)archive.Make(s),
                s.GetRequiredService<IAuditLog>(),
                s.GetRequiredService<TimeProvider>()));
    }
}
