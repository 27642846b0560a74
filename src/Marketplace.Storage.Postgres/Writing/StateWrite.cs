namespace Marketplace.Storage.Postgres.Writing;

/// <summary>The state of one grain: the newest one of those saved since the last batch.</summary>
internal sealed class StateWrite<TState>(PostgresStateStore<TState> store, TState? state) : QueuedWrite
    where TState : class, new()
{
    /// <summary>What shall be stored; null for nothing at all.</summary>
    public TState? State { get; set; } = state;

    /// <inheritdoc/>
    public override void Enter(Batch batch) => store.Enter(batch, this);

    /// <inheritdoc/>
    public override bool Concerns(IBatchedState state) => ReferenceEquals(state, store);

    /// <inheritdoc/>
    public override void Fail(Exception exception)
    {
        store.Break(exception);
        base.Fail(exception);
    }
}
