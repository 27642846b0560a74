namespace Marketplace.Storage.Postgres.Writing;

/// <summary>The state of one grain: the newest one of those saved since the last batch.</summary>
/// <param name="state">What shall be stored; null for nothing at all.</param>
/// <param name="number">Number of its version; 0 for none.</param>
/// <param name="pending">States that are decided and not stored, and when they are.</param>
internal sealed class StateWrite<TState>(PostgresStateStore<TState> store, TState? state, long number, PendingStates pending) : QueuedWrite
    where TState : class, new()
{
    private bool _isDecided;

    /// <summary>What shall be stored; null for nothing at all.</summary>
    public TState? State { get; private set; } = state;

    /// <summary>Number of its version; 0 for none.</summary>
    public long Number { get; private set; } = number;

    /// <summary>A later state takes its place.</summary>
    /// <param name="later">The state; null for nothing at all.</param>
    /// <param name="version">Number of its version; 0 for none.</param>
    public void Replace(TState? later, long version) => (State, Number) = (later, version);

    public override bool IsDecided => _isDecided;

    /// <summary>It is decided, if it was not: whoever loads the state waits from now on. Not after a batch has taken it.</summary>
    public void Decide(bool isDecided)
    {
        if (isDecided && !_isDecided)
        {
            _isDecided = true;
            pending.Add(store, Done);
        }
    }

    public override void Join(Batch batch) => store.AddTo(batch, this);

    public override bool Concerns(IBatchedState state) => ReferenceEquals(state, store);

    public override void Complete()
    {
        Leave();
        base.Complete();
    }

    public override void Fail(Exception exception)
    {
        store.Break(exception);
        Leave();
        base.Fail(exception);
    }

    private void Leave()
    {
        if (_isDecided)
            pending.Remove(store, Done);
    }
}

/// <summary>What Orleans' transactions store of a grain beside its committed state.</summary>
internal sealed class WrittenPrepared<TState>(PostgresStateStore<TState> store, byte[] record, int open) : IWritePart
    where TState : class, new()
{
    public IBatchedState State => store;

    public void AddTo(Batch batch) => store.AddTo(batch, record, open);
}

/// <summary>What a batch does to a row of the table `prepared`.</summary>
/// <param name="Version">The version that the row must have; 0 if there must be none.</param>
/// <param name="Next">The version that it has afterwards.</param>
/// <param name="Open">How many transactions in it are not over.</param>
/// <param name="Record">What is prepared and decided, JSON.</param>
internal sealed record PreparedRow(long Grain, long Version, long Next, long Open, byte[] Record);
