using System.Runtime.ExceptionServices;
using Marketplace.Grains.Formats;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Simulation.Faults;
using Marketplace.Storage.Postgres.Formats;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Simulation.Storage;

/// <summary>Keeps the state of one grain in the twin of PostgreSQL, with the promises of the real store.</summary>
internal sealed class TwinStore<TState>(StorageLink link, StateFormat<TState> format, IGrainContextAccessor accessor, ITurnFence fence)
    : IStateStore<TState>, IStoredGrain
    where TState : class, new()
{
    private readonly IGrainContext _context = accessor.GrainContext;
    private Unit? _waiting;
    private Exception? _failure;
    private long _number;
    private bool _isStored;

    // Of what is stored, as far as this store knows.
    private long _version;

    public (string State, GrainId Grain) Name { get; } = (StateName.Of<TState>(), accessor.GrainContext.GrainId);

    public bool CanDecide => link.IsKeepingUp;

    public async ValueTask<TState> Load(CancellationToken cancellationToken)
    {
        await link.Pending.Wait(Name, cancellationToken);
        var row = await link.Ask(database => database.States.GetValueOrDefault(Name));
        if (link.IsShared)
            LoadedNumber = row?.Number ?? 0;
        _version = row?.Version ?? 0;
        _isStored = row?.State is not null;
        return row?.State is { } stored ? FromDocuments((TState)stored) : new TState();
    }

    public long? LoadedNumber { get; private set; }

    public void Number(long version) => _number = version;

    public ValueTask Save(TState state) => Save(state, isDecided: false);

    public ValueTask SaveDecided(TState state) => Save(state, isDecided: true);

    public ValueTask Clear()
    {
        if (_failure is not null)
            return ValueTask.FromException(_failure);
        Change gone = database =>
        {
            database.States.Remove(Name);
            _version = 0;
        };
        if (_waiting is { } waiting && !link.Sent.Contains(waiting))
        {
            waiting.Replace(gone);
            return new(waiting.Done);
        }

        return Send(gone, isDecided: false);
    }

    public void Add(AtomicWrite write, TState state)
    {
        // What is saved by itself after this must not go before it.
        _waiting = null;
        if (link.Database.Mutant != Mutant.RecordWithoutState || Name.Grain.GetIntegerKey() % 3 != 0)
            ((TwinWrite)write).Unit.Add(Stored(StateCopy.Of(state)));
        Concern(((TwinWrite)write).Unit);
    }

    public void AddToWriteSet(AtomicWrite write, TState state)
    {
        if (_failure is { } failure)
            ExceptionDispatchInfo.Throw(failure);
        var (part, copy, number, expected) = ((TwinWrite)write, StateCopy.Of(state), _number, _version);
        if (expected == 0 && copy is IStorableState { IsEmpty: true })
        {
            if (number != 0)
                part.Unit.Add(database => database.States[Name] = new StoredRow(null, number));
            return;
        }

        var version = part.Version = link.NextVersion();
        part.Unit.Require(database => ConflictWith(database, expected));
        part.Unit.Add(database => database.States[Name] = new StoredRow(copy, number, version));
    }

    public void WriteSetIsStored(WriteSet writes, TState state)
    {
        if (writes.Version != 0)
            (_version, _isStored) = (writes.Version, true);
    }

    public async ValueTask<bool> IsStored(WriteSet writes, CancellationToken cancellationToken) => writes.Version != 0
        && await link.Ask(database => VersionOf(database) == writes.Version);

    public void Expire() => Break(new StorageConflictException($"{Name.Grain} may have been written by another silo."));

    public void AddStep(AtomicWrite write, long saga, long number, TState before, TState after, IReadOnlyList<byte[]> actions)
    {
        var step = new StoredStep(number, StateCopy.Of(before), StateCopy.Of(after), actions);
        ((TwinWrite)write).Unit.Add(database => database.Steps[(saga, Name.Grain)] = step);
    }

    public void EndStep(AtomicWrite write, long saga)
    {
        // With a state it is the end of a compensation.
        var unit = ((TwinWrite)write).Unit;
        if (link.Database.Mutant != Mutant.StepCompensatedTwice || !unit.Has(this))
            unit.Add(database => database.Steps.Remove((saga, Name.Grain)));
    }

    public async ValueTask<(TState Before, TState After, IReadOnlyList<byte[]> Actions)?> LoadStep(
        long saga, TState now, CancellationToken cancellationToken)
    {
        var step = await link.Ask(database => database.Steps.GetValueOrDefault((saga, Name.Grain)));
        return step is null
            ? null
            : StepRecord.Read(format, StepRecord.Write(format, (TState)step.Before, (TState)step.After, step.Actions), now);
    }

    public void Break(Exception exception)
    {
        if (_failure is not null)
            return;
        _failure = exception;
        _context.Deactivate(new DeactivationReason(DeactivationReasonCode.ApplicationRequested, "The state could not be stored."));
        fence.BeginClose(_context);
    }

    private ValueTask Save(TState state, bool isDecided)
    {
        if (_failure is not null)
            return ValueTask.FromException(_failure);
        var copy = StateCopy.Of(state);
        if (_waiting is { } waiting && !link.Sent.Contains(waiting) && !waiting.Done.IsCompleted)
        {
            waiting.Replace(Stored(copy));
            if (isDecided)
                Decide(waiting);
            return new(waiting.Done);
        }

        return !_isStored && _number == 0 && copy is IStorableState { IsEmpty: true } ? ValueTask.CompletedTask : Send(Stored(copy), isDecided);
    }

    private ValueTask Send(Change change, bool isDecided)
    {
        var unit = new Unit();
        unit.Add(change);
        Concern(unit);
        if (isDecided)
            Decide(unit);
        _waiting = unit;
        link.Add(unit);
        return new(unit.Done);
    }

    // What is stored of it must be what it knows, or the unit is not stored.
    private void Concern(Unit unit)
    {
        unit.Concerns(this);
        if (link.IsShared)
            unit.Require(database => ConflictWith(database, _version));
    }

    private string? ConflictWith(DatabaseTwin database, long expected) => VersionOf(database) == expected
        ? null
        : $"{Name.Grain} was written by another silo since this one loaded it.";

    private long VersionOf(DatabaseTwin database) => database.States.GetValueOrDefault(Name)?.Version ?? 0;

    private void Decide(Unit unit)
    {
        if (unit.IsDecided)
            return;
        unit.IsDecided = true;
        unit.Announce(link.Pending);
    }

    private Change Stored(TState copy)
    {
        var number = _number;
        _isStored |= number != 0 || copy is not IStorableState { IsEmpty: true };
        return database =>
        {
            if (copy is not IStorableState { IsEmpty: true } || database.States.ContainsKey(Name))
                database.States[Name] = new StoredRow(copy, number, _version = link.NextVersion());
            else if (number != 0)
                database.States[Name] = new StoredRow(null, number);
        };
    }

    // As the real store writes and reads it: what its format does not keep is lost here too.
    private TState FromDocuments(TState stored)
    {
        var changes = link.Changes;
        changes.Clear();
        format.Write(before: null, stored, changes);
        return format.Read(new StoredState(1, changes.Document, changes.Set));
    }
}
