using System.Runtime.CompilerServices;
using Marketplace.Grains.Placement;
using Marketplace.Protocols.Storage;
using Marketplace.Simulation.Faults;
using Marketplace.Storage.Postgres;
using Marketplace.Storage.Postgres.Formats;
using Marketplace.Storage.Postgres.Writing;
using Orleans.Runtime;

namespace Marketplace.Simulation.Storage;

/// <summary>Atomic writes on the twin of PostgreSQL.</summary>
internal sealed class TwinWrites(StorageLink link) : IAtomicWrites
{
    public bool AreSupported => true;

    public bool AreShared => link.IsShared;

    public long Writer => AreShared ? link.Number : 0;

    public AtomicWrite BeginWriteSet() => new PostgresAtomicWrite(link) { IsWriteSet = true };

    public AtomicWrite? Begin()
    {
        link.ThrowIfStuck();
        return link.Database.Mutant == Mutant.ToldBeforeStored ? new MutantWrite(link) : new PostgresAtomicWrite(link);
    }

    public async ValueTask<IReadOnlyList<PendingStep>> PendingSteps(CancellationToken cancellationToken)
    {
        await link.Applied(cancellationToken);
        return await link.Ask(database => database.Mutant == Mutant.StepsForgotten
            ? []
            : database.Tables.Steps.Select(step => new PendingStep(
                step.Key.Saga,
                step.Value.Number,
                IdOf(MarketplaceServices.Named(step.Key.Service).KindOf(step.Key.Grain).GrainType, step.Key.Grain),
                database.SiloOf(step.Key.Saga >> IAtomicWrites.SagaBits),
                StepRecord.IsTakenBack(step.Value.Number))).ToList());
    }

    public async ValueTask<bool> HasSteps(long saga, CancellationToken cancellationToken) =>
        await link.Ask(database => database.Tables.Steps.Any(step => step.Key.Saga == saga && !StepRecord.IsTakenBack(step.Value.Number)));

    /// <summary>The grain of a type and a key.</summary>
    public static GrainId IdOf(string type, long key) => GrainId.Create(GrainType.Create(type), GrainIdKeyExtensions.CreateIntegerKey(key));
}

/// <summary>Lists what is stored.</summary>
internal sealed class TwinCatalog(StorageLink link) : IGrainStorageCatalog
{
    public bool IsShared => true;

    public async IAsyncEnumerable<GrainId> List(string stateName, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var kind = MarketplaceServices.KindOf(stateName);
        await link.Applied(cancellationToken);
        var grains = await link.Ask(database => database.Tables.States.Keys
            .Where(state => state.Service == kind.Service && kind.Has(state.Grain)).Select(static state => state.Grain).ToList());
        foreach (var grain in grains)
        {
            cancellationToken.ThrowIfCancellationRequested();
            yield return TwinWrites.IdOf(kind.GrainType, grain);
        }
    }
}

/// <summary>The numbers of versions that are stored with the states.</summary>
internal sealed class TwinVersions(StorageLink link) : IVersionNumbers
{
    public async IAsyncEnumerable<(string Service, long Key, long Version)> Read([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await link.Applied(cancellationToken);
        foreach (var ((service, grain), number) in await link.Ask(static database => database.Tables.Numbers.ToList()))
            yield return (service, grain, number);
    }

    public Task Clear(CancellationToken cancellationToken) => link.Empty(Emptied.VersionNumbers, cancellationToken);
}
