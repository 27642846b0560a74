using Marketplace.Grains;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.AuditLogging;
using Marketplace.Protocols;
using Microsoft.Extensions.DependencyInjection;

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
            .AddSingleton(options)
            .AddSingleton<PostgresAuditLog>()
            .AddHostedService(static s => s.GetRequiredService<PostgresAuditLog>())
            .AddSingleton<IAuditLog>(static s => s.GetRequiredService<PostgresAuditLog>())
            .AddSingleton<Export, LogExport>()
            .AddSingleton<ILogRoom>(static s => s.GetRequiredService<PostgresAuditLog>())
            .AddSingleton<IArchive>(s => ActivatorUtilities.CreateInstance<LoggingArchive>(s, archive.Make(s)));
    }
}

/// <summary>How finished records are logged to PostgreSQL.</summary>
/// <param name="Postgres">How PostgreSQL is used.</param>
/// <param name="Folder">Where records wait on the disk while it is away.</param>
/// <param name="SpoolBytesMax">How much may wait there until transactions are refused, in bytes.</param>
public sealed record AuditLogOptions(PostgresOptions Postgres, string Folder, long SpoolBytesMax);
