using Marketplace.Grains.Archiving;
using Marketplace.Grains.Placement;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Scheduling;
using Marketplace.Storage.Postgres;
using Marketplace.Storage.Postgres.Connections;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Marketplace.Simulation.Storage;

/// <summary>Registers the twin of PostgreSQL where the silo would register the real one, in the same order.</summary>
internal static class TwinRegistration
{
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
            .AddHostedService(static s => s.GetRequiredService<StorageLink>())
            .AddSingleton<IStorageHealth>(static s => s.GetRequiredService<StorageLink>())
            .AddSingleton<IServiceSchemas, TwinSchemas>()
            .AddSingleton<IGrainStorageCatalog, TwinCatalog>()
            .AddSingleton<IAtomicWrites, TwinWrites>()
            .AddSingleton<ISiloFence, TwinFence>()
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
}
