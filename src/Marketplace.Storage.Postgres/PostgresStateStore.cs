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
internal sealed class PostgresStateStore<TState>(Databases databases, IStateFormat<TState> format, IGrainContextAccessor accessor)
    : IStateStore<TState>
    where TState : class, new()
{
    private readonly Lock _lock = new();
    private readonly Database _database = databases.Of(format.Service);
    private readonly IGrainContext _context = accessor.GrainContext;
    private readonly long _grain = accessor.GrainContext.GrainId.GetIntegerKey();
    private StateWrite<TState>? _waiting;
    private Exception? _failure;

    // What will be stored once the batch under way is: the state, its document, the version of its record (0: there is none).
    private TState? _stored;
    private byte[] _document = [];
    private long _version;
    private long _lastBatch;

    /// <inheritdoc/>
    public async ValueTask<TState> Load(CancellationToken cancellationToken)
    {
        if (await _database.Loader.Load(format.Service, _grain, cancellationToken) is not { } stored)
        {
            return new TState();
        }

        var state = format.Read(stored);
        (_stored, _document, _version) = (StateCopy.Of(state), stored.Document, stored.Version);
        return state;
    }

    /// <inheritdoc/>
    public ValueTask Save(TState state)
    {
        var copy = StateCopy.Of(state);
        StateWrite<TState> write;
        lock (_lock)
        {
            if (_failure is not null)
            {
                return ValueTask.FromException(_failure);
            }

            if (_waiting is { State: not null } waiting)
            {
                waiting.State = copy;
                return new(waiting.Done);
            }

            if ((_version == 0 || _waiting is not null) && state is IStorableState { IsEmpty: true })
            {
                return ValueTask.CompletedTask;
            }

            write = _waiting = new StateWrite<TState>(this, copy);
        }

        return Add(write);
    }

    /// <inheritdoc/>
    public ValueTask Clear()
    {
        StateWrite<TState> write;
        lock (_lock)
        {
            if (_failure is not null)
            {
                return ValueTask.FromException(_failure);
            }

            if (_waiting is { } waiting)
            {
                waiting.State = null;
                return new(waiting.Done);
            }

            if (_version == 0)
            {
                return ValueTask.CompletedTask;
            }

            write = _waiting = new StateWrite<TState>(this, state: null);
        }

        return Add(write);
    }

    /// <summary>The writer comes to a write.</summary>
    /// <param name="batch">What it writes next.</param>
    /// <param name="write">The write.</param>
    /// <returns>False if the batch holds a write of this grain already.</returns>
    public bool Enter(Batch batch, StateWrite<TState> write)
    {
        TState? after;
        lock (_lock)
        {
            if (_failure is { } failure)
            {
                write.Fail(failure);
                return true;
            }

            if (_lastBatch == batch.Number)
            {
                return false;
            }

            _lastBatch = batch.Number;
            _waiting = _waiting == write ? null : _waiting;
            after = write.State;
        }

        if (after is null)
        {
            Clear(batch, write);
        }
        else
        {
            Write(batch, write, after);
        }

        return true;
    }

    /// <summary>A write failed: the activation must not go on with a state that is not stored.</summary>
    /// <param name="exception">Why.</param>
    public void Break(Exception exception)
    {
        lock (_lock)
        {
            if (_failure is not null)
            {
                return;
            }

            _failure = exception;
        }

        _context.Deactivate(new DeactivationReason(DeactivationReasonCode.ApplicationRequested, exception, "The state could not be stored."));
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

    private void Clear(Batch batch, StateWrite<TState> write)
    {
        if (_version == 0)
        {
            write.Complete();
            return;
        }

        batch.Of(format.Service).Write(new StateRow(_grain, StateRowKind.Cleared, _version, [], [], [], write));
        batch.Take(write);
        Keep(null, [], 0);
    }

    private void Write(Batch batch, StateWrite<TState> write, TState after)
    {
        var changes = batch.Changes;
        changes.Clear();
        format.Write(_stored, after, changes);
        if (_version != 0 && changes.Set.Count + changes.Removed.Count == 0 && changes.Document.AsSpan().SequenceEqual(_document))
        {
            Keep(after, _document, _version);
            write.Complete();
            return;
        }

        var (kind, version) = _version == 0 ? (StateRowKind.Made, batch.FirstVersion) : (StateRowKind.Changed, _version);
        batch.Of(format.Service).Write(
            new StateRow(_grain, kind, version, changes.Document, [.. changes.Set], [.. changes.Removed], write));
        batch.Take(write);
        Keep(after, changes.Document, kind == StateRowKind.Made ? version : version + 1);
    }

    private void Keep(TState? stored, byte[] document, long version)
    {
        lock (_lock)
        {
            (_stored, _document, _version) = (stored, document, version);
        }
    }
}
