namespace Marketplace.Storage.Postgres.Writing;

/// <summary>The state of a grain, as a transaction left it.</summary>
internal sealed class WrittenState<TState>(PostgresStateStore<TState> store, TState state, long number) : IWritePart
    where TState : class, new()
{
    public IBatchedState State => store;

    public void AddTo(Batch batch) => store.Enter(batch, state, number);
}

/// <summary>One part of an atomic write.</summary>
internal interface IWritePart
{
    /// <summary>The state that it writes; null if it writes something else.</summary>
    IBatchedState? State => null;

    /// <summary>Goes into a batch, with all other parts of its atomic write.</summary>
    void AddTo(Batch batch);
}

/// <summary>What is done to a record.</summary>
internal enum StateRowKind
{
    /// <summary>There is none yet.</summary>
    Made,

    /// <summary>There is one.</summary>
    Changed,

    /// <summary>There shall be none.</summary>
    Cleared,
}
