using System.Runtime.ExceptionServices;
using Marketplace.Grains.Formats;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Formats;
using Marketplace.Storage.Postgres.Writing;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Storage.Postgres;

/// <summary>
/// Keeps the state of one grain in PostgreSQL. A save takes a copy of the state, which is small as all that it refers to is immutable;
/// what differs from what is stored is found when the writer comes to it. After a failed save nothing more can be saved: the activation
/// is newer than what is stored, and ends.
/// </summary>
internal sealed partial class PostgresStateStore<TState>(
    IStateDatabases databases, StateFormat<TState> format, IGrainContextAccessor accessor, ITurnFence fence) : IStateStore<TState>, IBatchedState
    where TState : class, new()
{
    private readonly Lock _lock = new();
    private readonly IStateDatabase _database = databases.Of(format.Service);
    private readonly IGrainContext _context = accessor.GrainContext;
    private readonly long _grain = accessor.GrainContext.GrainId.GetIntegerKey();
    private StateWrite<TState>? _waiting;
    private Exception? _failure;

    // The newest state that entered the batch which the writer fills; null for none at all.
    private TState? _entered;

    private long _enteredNumber;

    // Of the version that is saved next, and of the one that will be stored once the batch under way is.
    private long _number;
    private long _storedNumber;
    private int _numbersForgotten;

    // What will be stored once the batch under way is: the state, its document, the version of its record (0: there is none).
    private TState? _stored;
    private byte[] _document = [];
    private long _version;
    private long _lastBatch;

    string IBatchedState.Service => format.Service;
    long IBatchedState.Grain => _grain;

    Exception? IBatchedState.Failure
    {
        get
        {
            lock (_lock)
            {
                return _failure;
            }
        }
    }

    public async ValueTask<TState> Load(CancellationToken cancellationToken)
    {
        await _database.Writer.Pending.Wait(format.Service, _grain, cancellationToken);
        await _database.AppliedState(format.Service, _grain, cancellationToken);
        var forgotten = _database.NumbersForgotten;
        var (stored, number, prepared) = await _database.Loader.Load(format.Service, _grain, cancellationToken);
        if (_database.KeepsVersionNumbers)
            LoadedNumber = number;

        (_storedNumber, _numbersForgotten) = (number, forgotten);
        LoadedPrepared = prepared;
        KeepPrepared(prepared.Version);
        (_stored, _document, _version) = (null, [], 0);
        if (stored is null)
            return new TState();

        var state = format.Read(stored);
        (_stored, _document, _version) = (StateCopy.Of(state), stored.Document, stored.Version);
        return state;
    }

    public long? LoadedNumber { get; private set; }

    // None once all are forgotten.
    private long StoredNumber => _numbersForgotten == _database.NumbersForgotten ? _storedNumber : 0;

    public void Number(long version) => _number = _database.KeepsVersionNumbers ? version : 0;

    public bool CanDecide => _database.Writer.IsKeepingUp;

    public ValueTask Save(TState state) => Save(state, isDecided: false);

    public ValueTask SaveDecided(TState state) => Save(state, isDecided: true);

    public ValueTask Clear()
    {
        StateWrite<TState> write;
        lock (_lock)
        {
            if (_failure is not null)
                return ValueTask.FromException(_failure);

            if (_waiting is { } waiting)
            {
                waiting.Replace(null, 0);
                return new(waiting.Done);
            }

            if (_version == 0 && StoredNumber == 0)
                return ValueTask.CompletedTask;

            write = _waiting = new StateWrite<TState>(this, state: null, number: 0, _database.Writer.Pending);
        }

        return Add(write);
    }

    public void Add(AtomicWrite write, TState state)
    {
        lock (_lock)
        {
            // What is saved by itself after this must not go before it.
            _waiting = null;
        }

        ((PostgresAtomicWrite)write).Add(new WrittenState<TState>(this, StateCopy.Of(state), _number));
    }

    public void AddToWriteSet(AtomicWrite write, TState state)
    {
        StateRow? row = null;
        long? number;
        lock (_lock)
        {
            if (_failure is { } failure)
                ExceptionDispatchInfo.Throw(failure);

            // Also of a state that is as it was: whoever is in doubt looks for this version.
            if (_version != 0 || state is not IStorableState { IsEmpty: true })
            {
                using var changes = new StateChanges();
                format.Write(_stored, state, changes);
                row = RowOf(changes, _database.Writer.NextVersion()) with { State = null };
            }

            number = _number == StoredNumber ? null : _number;
        }

        ((PostgresAtomicWrite)write).Add(new PreparedState(format.Service, _grain, row, number));
    }

    public void WriteSetIsStored(WriteSet part, TState state)
    {
        if (part.Version != 0)
            Keep(StateCopy.Of(state), [], part.Version);

        KeepNumber(_number);
    }

    public async ValueTask<bool> IsStored(WriteSet part, CancellationToken cancellationToken) =>
        part.Version != 0 && (await _database.Loader.Load(format.Service, _grain, cancellationToken)).State?.Version == part.Version;

    public void Expire() => Break(new StorageConflictException($"The {format.Service} {_grain} may have been written by another silo."));

    // Once the silo that decides the saga can store nothing more, others take back what they find: nothing must come after that.
    public void AddStep(AtomicWrite write, long saga, long number, TState before, TState after, IReadOnlyList<byte[]> actions)
    {
        var decider = saga >> IAtomicWrites.SagaBits;
        ((PostgresAtomicWrite)write).Add(new WrittenStep(
            format.Service, saga, _grain, number, () => StepRecord.Write(format, before, after, actions),
            decider == _database.Writer.Number ? 0 : decider));
    }

    public void AddTakenBack(AtomicWrite write, long saga, long number, TState before, TState after) =>
        ((PostgresAtomicWrite)write).Add(new WrittenStep(
            format.Service, saga, _grain, StepRecord.NumberOfTakenBack(number), () => StepRecord.Write(format, before, after, [])));

    public void EndStep(AtomicWrite write, long saga) =>
        ((PostgresAtomicWrite)write).Add(new WrittenStep(format.Service, saga, _grain, number: 0, write: null));

    public async ValueTask<(TState Before, TState After, IReadOnlyList<byte[]> Actions)?> LoadStep(
        long saga, TState now, CancellationToken cancellationToken)
    {
        await _database.Applied(cancellationToken);
        var record = await _database.Loader.LoadStep(format.Service, saga, _grain, cancellationToken);
        return record is null ? null : StepRecord.Read(format, record, now);
    }

    public async ValueTask<IReadOnlyList<StoredStep<TState>>> LoadSteps(TState now, CancellationToken cancellationToken)
    {
        var found = await _database.Loader.LoadSteps(format.Service, _grain, cancellationToken);
        return found.ConvertAll(step =>
        {
            var (before, after, actions) = StepRecord.Read(format, step.Record, now);
            return new StoredStep<TState>(step.Saga, step.Silo, before, after, actions, StepRecord.IsTakenBack(step.Number));
        });
    }

    /// <summary>The writer comes to a write.</summary>
    public void AddTo(Batch batch, StateWrite<TState> write)
    {
        lock (_lock)
        {
            if (_failure is { } failure)
            {
                write.Fail(failure);
                return;
            }

            _waiting = _waiting == write ? null : _waiting;
            (_entered, _enteredNumber) = (write.State, write.Number);
        }

        AddOnce(batch);
        batch.AddWrite(write);
    }

    /// <summary>The writer comes to an atomic write that has a state of this grain.</summary>
    /// <param name="number">Number of its version; 0 for none.</param>
    public void AddTo(Batch batch, TState state, long number)
    {
        (_entered, _enteredNumber) = (state, number);
        AddOnce(batch);
    }

    public void AddRow(Batch batch)
    {
        var after = _entered;
        _entered = null;
        if (after is null)
            Clear(batch);
        else if (_version != 0 || after is not IStorableState { IsEmpty: true })
            Write(batch, after);

        // Also of a state that is empty, or as it was: it is another version.
        if (_enteredNumber != StoredNumber)
        {
            batch.Of(format.Service).Number(_grain, _enteredNumber);
            KeepNumber(_enteredNumber);
        }
    }

    public void Break(Exception exception)
    {
        lock (_lock)
        {
            if (_failure is not null)
                return;

            _failure = exception;
        }

        // Without the exception: with it Orleans refuses the calls that wait for the end of this activation, and the next one can take them.
        _context.Deactivate(new DeactivationReason(
            DeactivationReasonCode.ApplicationRequested, $"The state could not be stored. {exception.Message}"));

        // Whoever waits for the save is not told yet; who comes after that finds what is stored.
        fence.BeginClose(_context);
    }

    private ValueTask Save(TState state, bool isDecided)
    {
        var copy = StateCopy.Of(state);
        StateWrite<TState> write;
        lock (_lock)
        {
            if (_failure is not null)
                return ValueTask.FromException(_failure);

            if (_waiting is { State: not null } waiting)
            {
                waiting.Replace(copy, _number);
                waiting.Decide(isDecided);
                return new(waiting.Done);
            }

            if (_waiting is not null && _number == 0 && state is IStorableState { IsEmpty: true })
                return ValueTask.CompletedTask;

            write = _waiting = new StateWrite<TState>(this, copy, _number, _database.Writer.Pending);
            write.Decide(isDecided);
        }

        return Add(write);
    }

    private ValueTask Add(StateWrite<TState> write)
    {
        try
        {
            _database.Writer.Add(write);
        }
        catch (StorageUnavailableException exception)
        {
            write.Fail(exception);
        }

        return new(write.Done);
    }

    private void AddOnce(Batch batch)
    {
        if (_lastBatch != batch.Number)
        {
            _lastBatch = batch.Number;
            batch.AddState(this);
        }
    }

    private void Clear(Batch batch)
    {
        if (_version != 0)
        {
            batch.Of(format.Service).Write(new StateRow(_grain, StateRowKind.Cleared, _version, [], [], [], this));
            Keep(null, [], 0);
        }
    }

    private void Write(Batch batch, TState after)
    {
        var changes = batch.Changes;
        changes.Clear();
        format.Write(_stored, after, changes);
        if (_version != 0 && changes.Set.Count + changes.Removed.Count == 0 && changes.Document.AsSpan().SequenceEqual(_document))
        {
            Keep(after, _document, _version);
            return;
        }

        // A version that another silo gives must not be this one.
        var next = _database.Mode == WriteMode.Direct ? _database.Writer.NextVersion() : _version == 0 ? batch.FirstVersion : _version + 1;
        batch.Of(format.Service).Write(RowOf(changes, next));
        Keep(after, changes.Document, next);
    }

    private StateRow RowOf(StateChanges changes, long next)
    {
        var (kind, version) = _version == 0 ? (StateRowKind.Made, next) : (StateRowKind.Changed, _version);
        return new(_grain, kind, version, changes.Document, [.. changes.Set], [.. changes.Removed], this) { Next = next };
    }

    private void KeepNumber(long number)
    {
        lock (_lock)
        {
            (_storedNumber, _numbersForgotten) = (number, _database.NumbersForgotten);
        }
    }

    private void Keep(TState? stored, byte[] document, long version)
    {
        lock (_lock)
        {
            (_stored, _document, _version) = (stored, document, version);
        }
    }
}
