using Marketplace.Grains.Formats;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Simulation.Faults;
using Marketplace.Storage.Postgres;
using Orleans.Runtime;

namespace Marketplace.Simulation.Storage;

/// <summary>A store with a bug that is put in on purpose, if it is one of what a grain hands over.</summary>
internal sealed class MutantStore<TState>(StorageLink link, StateFormat<TState> format, IGrainContextAccessor accessor, ITurnFence fence)
    : IStateStore<TState>
    where TState : class, new()
{
    private readonly PostgresStateStore<TState> _store = new(link, format, accessor, fence);
    private readonly long _grain = accessor.GrainContext.GrainId.GetIntegerKey();
    private AtomicWrite? _lastWrite;

    public long? LoadedNumber => _store.LoadedNumber;

    public bool CanDecide => _store.CanDecide;

    public ValueTask<TState> Load(CancellationToken cancellationToken) => _store.Load(cancellationToken);

    public void Number(long version) => _store.Number(version);

    public ValueTask Save(TState state) => Told(_store.Save(state));

    public ValueTask SaveDecided(TState state) => Told(_store.SaveDecided(state));

    public ValueTask Clear() => _store.Clear();

    public void Add(AtomicWrite write, TState state)
    {
        _lastWrite = write;
        if (link.Database.Mutant != Mutant.RecordWithoutState || _grain % 3 != 0)
            _store.Add(write, state);
    }

    public void AddToWriteSet(AtomicWrite write, TState state) => _store.AddToWriteSet(write, state);

    public void WriteSetIsStored(WriteSet writes, TState state) => _store.WriteSetIsStored(writes, state);

    public ValueTask<bool> IsStored(WriteSet writes, CancellationToken cancellationToken) => _store.IsStored(writes, cancellationToken);

    public void Expire() => _store.Expire();

    public void AddStep(AtomicWrite write, long saga, long number, TState before, TState after, IReadOnlyList<byte[]> actions) =>
        _store.AddStep(write, saga, number, before, after, actions);

    public void AddTakenBack(AtomicWrite write, long saga, long number, TState before, TState after) =>
        _store.AddTakenBack(write, saga, number, before, after);

    // With a state it is the end of a compensation.
    public void EndStep(AtomicWrite write, long saga)
    {
        if (link.Database.Mutant != Mutant.StepCompensatedTwice || _lastWrite != write)
            _store.EndStep(write, saga);
    }

    public ValueTask<(TState Before, TState After, IReadOnlyList<byte[]> Actions)?> LoadStep(
        long saga, TState now, CancellationToken cancellationToken) => _store.LoadStep(saga, now, cancellationToken);

    public ValueTask<IReadOnlyList<StoredStep<TState>>> LoadSteps(TState now, CancellationToken cancellationToken) =>
        _store.LoadSteps(now, cancellationToken);

    private ValueTask Told(ValueTask saved) => link.Database.Mutant == Mutant.ToldBeforeStored ? ValueTask.CompletedTask : saved;
}

/// <summary>An atomic write that is told to be stored before it is.</summary>
internal sealed class MutantWrite(StorageLink link) : PostgresAtomicWrite(link)
{
    public override Task Submit()
    {
        _ = base.Submit();
        return Task.CompletedTask;
    }
}
