namespace Marketplace.Storage.Postgres.Writing;

/// <summary>The state of a grain, as a transaction left it.</summary>
internal sealed class UnitState<TState>(PostgresStateStore<TState> store, TState state) : IUnitPart
    where TState : class, new()
{
    /// <inheritdoc/>
    public IBatchedState State => store;

    /// <inheritdoc/>
    public void AddTo(Batch batch) => store.Enter(batch, state);
}
