using Marketplace.Grains.Archiving;
using Marketplace.Grains.Dashboards;
using Marketplace.Grains.Placement;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Scheduling;
using Marketplace.Storage.Postgres;
using Marketplace.Storage.Postgres.AuditLogging;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Dashboards;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Marketplace.Simulation.Storage;

/// <summary>Registers the twin of PostgreSQL where the silo would register the real one, in the same order.</summary>
internal static class TwinRegistration
{
    // Small, so that some of the log waits in the file, and transactions are refused while that is full.
    private const long LogMemoryBytes = 2 << 10;
    private const long LogFileBytes = 6 << 10;

    /// <param name="silo">Key of the silo in its cluster; null if it is alone.</param>
    public static IServiceCollection AddTwinStorage(
        this IServiceCollection services, DatabaseTwin database, FaultPlan faults, Dice dice, long? silo = null)
    {
        foreach (var kind in MarketplaceServices.Kinds)
            kind.AddFormat(services);

        return services
            .AddSingleton<IVersionNumbers, TwinVersions>()
            .AddSingleton<ResidentSet>()
            .AddSingleton(s => new StorageLink(
                database, faults, (MonotonicTime)s.GetRequiredService<TimeProvider>(), dice, s.GetRequiredService<ILogger<Databases>>(), silo))
            .AddSingleton<IStateDatabases>(static s => s.GetRequiredService<StorageLink>())
            .AddSingleton<IEndsWriters>(static s => s.GetRequiredService<StorageLink>())
            .AddHostedService(static s => s.GetRequiredService<StorageLink>())
            .AddSingleton<IStorageHealth>(static s => s.GetRequiredService<StorageLink>())
            .AddSingleton<IServiceSchemas, TwinSchemas>()
            .AddSingleton<IGrainStorageCatalog, TwinCatalog>()
            .AddSingleton<IAtomicWrites, TwinWrites>()
            .AddSingleton<ISiloFence, PostgresFence>()
            .AddSingleton(s => silo is null
                ? IWriterLease.Endless
                : new WriterLease(s.GetRequiredService<StorageLink>().ConfirmWriter, s.GetRequiredService<TimeProvider>()))
            .AddSingleton<IArchive, TwinArchive>()
            .AddScoped(
                typeof(IStateStore<>),
                database.Mutant is Mutant.RecordWithoutState or Mutant.StepCompensatedTwice or Mutant.ToldBeforeStored
                    ? typeof(MutantStore<>)
                    : typeof(PostgresStateStore<>));
    }

    /// <summary>Registers dashboards on the twin, after the storage of the states and before the engine.</summary>
    /// <param name="silo">Key of the silo in its cluster; null if it is alone.</param>
    public static IServiceCollection AddTwinDashboards(
        this IServiceCollection services, DatabaseTwin database, FaultPlan faults, Dice dice, long? silo)
    {
        services.TryAddSingleton<IHostApplicationLifetime, EndlessLifetime>();
        services.AddDashboards(s => new TwinDashboards(
            database,
            faults,
            (MonotonicTime)s.GetRequiredService<TimeProvider>(),
            dice,
            s.GetRequiredService<ILogger<PostgresDashboards>>(),
            silo));
        return silo is null ? services : services.AddClusterDashboards();
    }

    /// <summary>Registers an audit log on the twin, after the archive and before the engine.</summary>
    /// <param name="silo">Key of the silo in its cluster; null if it is alone.</param>
    public static IServiceCollection AddTwinAuditLog(
        this IServiceCollection services, DatabaseTwin database, FaultPlan faults, Dice dice, long? silo)
    {
        services.TryAddSingleton<IHostApplicationLifetime, EndlessLifetime>();
        return services.AddAuditLog(s =>
        {
            var time = (MonotonicTime)s.GetRequiredService<TimeProvider>();
            var writer = new LogWriter(
                new TwinLog(database, faults, time, dice, silo),
                [.. LogTable.Types.Select(static type => type.Service)],
                new LogQueue(s.GetRequiredService<IArchiveFiles>().Open("audit-log"), LogFileBytes, LogMemoryBytes),
                SimulatedLimits.StorageTimeout,
                time,
                s.GetRequiredService<ILogger<PostgresAuditLog>>());
            return new PostgresAuditLog([writer], s.GetRequiredService<IHostApplicationLifetime>(), s.GetService<IStateDatabases>());
        });
    }

    /// <summary>A silo that has lost its database goes on, as one does that does not know it yet.</summary>
    private sealed class EndlessLifetime : IHostApplicationLifetime
    {
        public CancellationToken ApplicationStarted => CancellationToken.None;

        public CancellationToken ApplicationStopping => CancellationToken.None;

        public CancellationToken ApplicationStopped => CancellationToken.None;

        public void StopApplication()
        {
        }
    }
}
