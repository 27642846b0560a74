namespace Marketplace.Protocols.Storage;

/// <summary>
/// Where the committed state of one grain is kept; one an activation. Every transaction protocol stands on it: it decides when a state
/// is committed, the store how it is kept (setting Storage).
/// </summary>
/// <typeparam name="TState">The state.</typeparam>
public interface IStateStore<TState>
    where TState : class, new()
{
    /// <summary>Called once, before anything else.</summary>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The stored state, or a new one where nothing is stored.</returns>
    ValueTask<TState> Load(CancellationToken cancellationToken);

    /// <summary>
    /// Stores what has changed in a committed state since it was loaded or last saved. What is stored is taken before it returns, so the
    /// state may change while it is awaited. Nothing is stored of a state that is empty and was never stored
    /// (<see cref="IStorableState.IsEmpty"/>).
    /// </summary>
    /// <param name="state">The state: the one saved last, or a changed copy of it.</param>
    /// <returns>When it is durable. Saves of one grain become durable in the order in which they began.</returns>
    ValueTask Save(TState state);

    /// <summary>Forgets what is stored. The next save stores a whole state again.</summary>
    /// <returns>When it is gone.</returns>
    ValueTask Clear();
}
