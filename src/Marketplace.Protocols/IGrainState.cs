using Marketplace.Protocols;

// In the root namespace on purpose: Orleans has an IGrainState<T> of its own, for storage providers, and inside Marketplace.* this
// one must win over a `using Orleans`.
namespace Marketplace;

/// <summary>
/// The data of one grain as business code sees it: read with a function, updated with a function. The transaction protocol stands
/// behind it.
/// </summary>
/// <typeparam name="TState">
/// The state: a class with its rules as methods, not itself immutable; its collections are immutable collections of immutable
/// records, so that a protocol can copy it cheaply.
/// </typeparam>
/// <remarks>The functions are synchronous, have no side effects outside the state, and are never nested.</remarks>
public interface IGrainState<TState>
    where TState : class, new()
{
    /// <summary>Reads the state.</summary>
    /// <typeparam name="TArgument">What the function needs; passed on so that it can be static.</typeparam>
    /// <typeparam name="TResult">What it answers: values or immutable records, never a part of the state that changes later.</typeparam>
    /// <param name="argument">Passed to the function.</param>
    /// <param name="read">Must not change the state.</param>
    /// <returns>What the function answered.</returns>
    ValueTask<TResult> Read<TArgument, TResult>(TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> read);

    /// <summary>Updates the state. The function runs as one atom: no other access to the state falls into it.</summary>
    /// <typeparam name="TArgument">What the function needs; passed on so that it can be static.</typeparam>
    /// <typeparam name="TResult">What it answers: values or immutable records.</typeparam>
    /// <param name="argument">Passed to the function.</param>
    /// <param name="update">May change the state.</param>
    /// <returns>What the function answered.</returns>
    ValueTask<TResult> Update<TArgument, TResult>(TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> update);

    /// <summary>Hands over something that is done if and only if the transaction commits.</summary>
    /// <param name="action">What is done.</param>
    /// <returns>When it is in safe keeping, not when it is done.</returns>
    Task OnCommit(TransactionContext tx, CommitAction action);

    /// <summary>
    /// Updates the state, and hands over what is done if and only if the transaction commits: as one, where the update is stored at once.
    /// </summary>
    /// <typeparam name="TArgument">What the functions need; passed on so that they can be static.</typeparam>
    /// <typeparam name="TResult">What the update answers: values or immutable records.</typeparam>
    /// <param name="argument">Passed to the functions.</param>
    /// <param name="update">May change the state.</param>
    /// <param name="emit">Makes what is done of what the update answered; null for nothing.</param>
    /// <returns>What the update answered.</returns>
    async ValueTask<TResult> UpdateAndEmit<TArgument, TResult>(
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, TResult> update,
        Func<TArgument, TResult, CommitAction?> emit)
    {
        var result = await Update(tx, argument, update);
        if (emit(argument, result) is { } action)
            await OnCommit(tx, action);

        return result;
    }

    /// <summary>Forgets the state and its stored copy.</summary>
    /// <returns>When it is gone.</returns>
    Task Clear(TransactionContext tx);

    /// <summary>Looks at what is committed of the state, in no transaction: it waits for none, and none waits for it.</summary>
    /// <typeparam name="TResult">What the function answers.</typeparam>
    /// <param name="read">Must not change the state.</param>
    /// <returns>What the function answered.</returns>
    TResult Inspect<TResult>(Func<TState, TResult> read);

    /// <summary>Receives a message of the protocol (<see cref="IParticipant"/>).</summary>
    Task<ParticipantAnswer> Receive(ProtocolMessage message);

    /// <summary>Called once, when the grain is activated, before any access.</summary>
    /// <param name="cancellationToken">Ends the wait for the storage.</param>
    /// <returns>When the state is there.</returns>
    Task Load(CancellationToken cancellationToken);

    /// <summary>Called once, when the grain is deactivated, after the last access.</summary>
    /// <returns>When the state is stored.</returns>
    Task Unload();
}
