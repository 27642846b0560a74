namespace Marketplace.Storage.Postgres.Writing;

/// <summary>The state of a grain, as a transaction left it.</summary>
internal sealed class UnitState<TState>(PostgresStateStore<TState> store, TState state, long number) : IUnitPart
    where TState : class, new()
{
    /// <inheritdoc/>
    public IBatchedState State => store;

    /// <inheritdoc/>
    public void AddTo(Batch batch) => store.Enter(batch, state, number);
}

/// <summary>One of the writes of a unit.</summary>
internal interface IUnitPart
{
    /// <summary>The state that it writes; null if it writes something else.</summary>
    IBatchedState? State => null;

    /// <summary>Goes into a batch, with all others of its unit.</summary>
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
