using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Grains;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.AuditLogging;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
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
    public static IServiceCollection AddPostgresAuditLog(this IServiceCollection services, AuditLogOptions options) =>
        services.AddAuditLog(s => Make(
            options,
            s.GetRequiredService<TimeProvider>(),
            s.GetRequiredService<IHostApplicationLifetime>(),
            s.GetRequiredService<ILogger<PostgresAuditLog>>(),
            s.GetService<Databases>(),
            s.GetService<ISiloIdentity>()?.Key));

    /// <summary>Makes a log, with a writer for the services that connect alike.</summary>
    /// <param name="databases">Those of the states; null if these are elsewhere.</param>
    /// <param name="silo">Key of this silo in its cluster; null if it has none.</param>
    internal static PostgresAuditLog Make(
        AuditLogOptions options,
        TimeProvider time,
        IHostApplicationLifetime lifetime,
        ILogger<PostgresAuditLog> logger,
        IStateDatabases? databases,
        long? silo = null)
    {
        var files = new DiskFiles(options.Folder);
        var writers = LogTable.Types.GroupBy(type => options.Postgres.ConnectionStrings[type.Service], StringComparer.Ordinal)
            .Select((alike, i) => Writer(alike.Key, [.. alike.Select(static type => type.Service)], i));
        return new PostgresAuditLog([.. writers], lifetime, databases);

        LogWriter Writer(string connectionString, ImmutableArray<string> services, int number) => new(
            new LogConnection(connectionString, services, options.Postgres, time, logger, silo),
            services,
            new LogQueue(
                files.Open(string.Create(CultureInfo.InvariantCulture, $"audit-log-{number}")), options.SpoolBytesMax, LogQueue.MemoryBytesUsual),
            options.Postgres.Timeout,
            time,
            logger);
    }

    /// <summary>Adds a log, after the archive, whose records it logs, and before the engine.</summary>
    internal static IServiceCollection AddAuditLog(this IServiceCollection services, Func<IServiceProvider, PostgresAuditLog> log)
    {
        var archive = services.Last(static service => service.ServiceType == typeof(IArchive));
        services.Remove(archive);
        return services
            .AddSingleton(log)
            .AddHostedService(static s => s.GetRequiredService<PostgresAuditLog>())
            .AddSingleton<IAuditLog>(static s => s.GetRequiredService<PostgresAuditLog>())
            .AddSingleton<IEndsWriters>(static s => s.GetRequiredService<PostgresAuditLog>())
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
