using Marketplace.Protocols;

namespace Marketplace;

/// <summary>Shorter forms of the accesses to a grain's state.</summary>
public static class GrainStateExtensions
{
    /// <summary>Reads with a function that needs nothing but the state.</summary>
    /// <typeparam name="TState">The state.</typeparam>
    /// <typeparam name="TResult">What the function answers.</typeparam>
    /// <param name="read">Must not change the state.</param>
    /// <returns>What the function answered.</returns>
    public static ValueTask<TResult> Read<TState, TResult>(this IGrainState<TState> state, TransactionContext tx, Func<TState, TResult> read)
        where TState : class, new() =>
        state.Read(tx, read, static (s, function) => function(s));

    /// <summary>Updates with a function that needs nothing but the state.</summary>
    /// <typeparam name="TState">The state.</typeparam>
    /// <typeparam name="TResult">What the function answers.</typeparam>
    /// <param name="update">May change the state.</param>
    /// <returns>What the function answered.</returns>
    public static ValueTask<TResult> Update<TState, TResult>(this IGrainState<TState> state, TransactionContext tx, Func<TState, TResult> update)
        where TState : class, new() =>
        state.Update(tx, update, static (s, function) => function(s));

    /// <summary>Updates with an action that answers nothing.</summary>
    /// <typeparam name="TState">The state.</typeparam>
    /// <typeparam name="TArgument">What the action needs; passed on so that it can be static.</typeparam>
    /// <param name="argument">Passed to the action.</param>
    /// <param name="update">May change the state.</param>
    public static Task Apply<TState, TArgument>(
        this IGrainState<TState> state,
        TransactionContext tx,
        TArgument argument,
        Action<TState, TArgument> update)
        where TState : class, new()
    {
        var done = state.Update(tx, (argument, update), static (s, a) =>
        {
            a.update(s, a.argument);
            return true;
        });
        return done.IsCompletedSuccessfully ? Task.CompletedTask : done.AsTask();
    }
}
