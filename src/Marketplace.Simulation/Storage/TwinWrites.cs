using Marketplace.Grains.Placement;
using Marketplace.Protocols.Storage;
using Marketplace.Simulation.Faults;
using Orleans.Runtime;

namespace Marketplace.Simulation.Storage;

/// <summary>An atomic write that is being put together.</summary>
internal sealed class TwinWrite(StorageLink link) : AtomicWrite
{
    public Unit Unit { get; } = new() { IsDecided = true, IsShared = true };

    /// <summary>The version that the state in it gets, where another silo stores it; 0 for none.</summary>
    public long Version { get; set; }

    public override WriteSet? Encode(GrainId grain)
    {
        if (Unit.IsEmpty)
            return null;
        var sets = link.Database.WriteSets;
        sets.Add(sets.Count + 1, Unit);
        return new WriteSet(grain, link.Writer, Version, BitConverter.GetBytes((long)sets.Count));
    }

    public override void Add(WriteSet writes)
    {
        Unit.Require(database => database.MayWrite(writes.Writer) || database.Mutant == Mutant.NoFence ? null : "A silo that took part is gone.");
        Unit.Add(link.Database.WriteSets[BitConverter.ToInt64(writes.Content)]);
    }

    public override Task Submit()
    {
        Unit.Announce(link.Pending);
        link.Add(Unit);
        return Unit.Done;
    }
}

/// <summary>Atomic writes of the twin: each is one unit.</summary>
internal sealed class TwinWrites(StorageLink link) : IAtomicWrites
{
    public bool AreSupported => true;

    public bool AreShared => link.IsShared;

    public AtomicWrite BeginWriteSet() => new TwinWrite(link);

    public AtomicWrite? Begin()
    {
        link.ThrowIfStuck();
        return new TwinWrite(link);
    }

    public async ValueTask<IReadOnlyList<PendingStep>> PendingSteps(CancellationToken cancellationToken) => await link.Ask(
        database => database.Mutant == Mutant.StepsForgotten
            ? []
            : database.Steps.Select(static step => new PendingStep(step.Key.Saga, step.Value.Number, step.Key.Grain)).ToList());
}

/// <summary>Ends silos of a cluster as writers.</summary>
internal sealed class TwinFence(StorageLink link) : ISiloFence
{
    public Task Close(long silo) => link.Ask(database =>
    {
        database.EndWriter(silo);
        return true;
    });
}

/// <summary>Lists what is stored.</summary>
internal sealed class TwinCatalog(StorageLink link) : IGrainStorageCatalog
{
    public bool IsShared => true;

    public async IAsyncEnumerable<GrainId> List(
        string stateName, [System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var grains = await link.Ask(database => database.States
            .Where(row => row.Key.State == stateName && row.Value.State is not null)
            .Select(static row => row.Key.Grain).ToList());
        foreach (var grain in grains)
        {
            cancellationToken.ThrowIfCancellationRequested();
            yield return grain;
        }
    }
}

/// <summary>The numbers of versions that are stored with the states.</summary>
internal sealed class TwinVersions(StorageLink link) : IVersionNumbers
{
    public async IAsyncEnumerable<(string Service, long Key, long Version)> Read(
        [System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var numbers = await link.Ask(static database => database.States.Where(static row => row.Value.Number != 0)
            .Select(static row => (MarketplaceServices.KindOf(row.Key.State).Service, row.Key.Grain.GetIntegerKey(), row.Value.Number)).ToList());
        foreach (var number in numbers)
            yield return number;
    }

    public async Task Clear(CancellationToken cancellationToken) => await link.Ask(static database =>
    {
        foreach (var (name, row) in database.States.ToList())
            database.States[name] = row with { Number = 0 };
        return true;
    });
}
