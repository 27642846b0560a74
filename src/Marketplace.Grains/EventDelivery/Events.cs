namespace Marketplace.Grains.EventDelivery;

/// <summary>
/// The events of one grain: what it tells others, and what it hears. Grains hand over an event with its name and the call to make; the level
/// of delivery decides what becomes of it.
/// </summary>
internal sealed partial class Events<TState>(IGrainState<TState> state, OutboxDispatcher post)
    where TState : class, IEventState, new()
{
    /// <param name="call">Calls the consumer; it may be called several times.</param>
    /// <param name="isRepeatable">False for an event that must not take effect twice whatever the level.</param>
    /// <returns>When the event is delivered, as far as the level goes.</returns>
    /// <exception cref="TimeoutException">It was not delivered in time.</exception>
    public Task Send<TConsumer, TEvent>(
        TransactionContext tx,
        EventId id,
        TConsumer consumer,
        TEvent told,
        Func<TransactionContext, TConsumer, TEvent, Task> call,
        bool isRepeatable = true) => post.IsDirect
        ? call(tx, consumer, told)
        : SendNoted(tx, id, (consumer, told, call), static (tx, a) => a.call(tx, a.consumer, a.told), isRepeatable);

    /// <summary>Acts on an event that has arrived.</summary>
    public Task Receive<TArgument>(TransactionContext tx, TArgument argument, Action<TState, TArgument> effect) => tx.Event is null
        ? state.Apply(tx, argument, effect)
        : Receive(tx, (argument, effect), static (s, a) =>
        {
            a.effect(s, a.argument);
            return true;
        }).AsTask();

    /// <summary>Acts on an event that has arrived.</summary>
    /// <returns>What came of it; the default of its type if the event is a repeat.</returns>
    public ValueTask<TResult?> Receive<TArgument, TResult>(
        TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> effect) => tx.Event is null
        ? state.Update<TArgument, TResult?>(tx, argument, effect)
        : Receive(tx, (argument, effect), static (s, a, _) => a.effect(s, a.argument));

    /// <summary>Acts on an event that has arrived.</summary>
    /// <param name="emit">Makes what is done when the transaction commits of what came of the event; not called for a repeat.</param>
    /// <returns>What came of it; the default of its type if the event is a repeat.</returns>
    public ValueTask<TResult?> ReceiveAndEmit<TArgument, TResult>(
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, TResult> effect,
        Func<TArgument, TResult, CommitAction?> emit) => tx.Event is null
        ? state.UpdateAndEmit<TArgument, TResult?>(tx, argument, effect, emit!)
        : ReceiveNoted(
            tx,
            tx.Event,
            (argument, effect, emit),
            static (s, a, _) => a.effect(s, a.argument),
            static (a, result) => a.emit(a.argument, result));

    /// <summary>Acts on an event that has arrived, and tells of others.</summary>
    /// <param name="effect">Changes the state, and posts events.</param>
    /// <returns>What came of it; the default of its type if the event is a repeat.</returns>
    public ValueTask<TResult?> Receive<TArgument, TResult>(
        TransactionContext tx, TArgument argument, Func<TState, TArgument, OutboxWriter, TResult> effect) => tx.Event is null
        ? Update<TArgument, TResult?>(tx, argument, effect)
        : ReceiveNoted(tx, tx.Event, argument, effect);

    private async Task SendNoted<TArgument>(
        TransactionContext tx, EventId id, TArgument argument, Func<TransactionContext, TArgument, Task> call, bool isRepeatable)
    {
        // With an outbox the stamp names the row that is told: what is noted twice for one was sent once.
        await post.Journal.Note(state, tx, id, EventStage.Emitted, post.HasOutbox ? (int)tx.Event!.Attempt : 0);
        await post.Send(tx, id, argument, call, isRepeatable);
    }

    private async ValueTask<TResult?> ReceiveNoted<TArgument, TResult>(
        TransactionContext tx,
        EventStamp stamp,
        TArgument argument,
        Func<TState, TArgument, OutboxWriter, TResult> effect,
        Func<TArgument, TResult, CommitAction?>? emit = null)
    {
        var (result, arrival) = await Update(
            tx,
            (post, stamp, argument, effect, emit),
            static (s, a, outbox) =>
            {
                var arrival = a.post.Arrive(s, a.stamp);
                return (Result: arrival.IsNew ? a.effect(s, a.argument, outbox) : default(TResult?), arrival);
            },
            emit is null ? null : static (a, done) => done.arrival.IsNew ? a.emit!(a.argument, done.Result!) : null);
        if (arrival.Effect > 0)
        {
            // Of a repeat too: the silo may have died when the effect was stored, and before this was.
            await post.Journal.Note(state, tx, stamp.Id, EventStage.Applied, arrival.Effect);
        }

        if (!arrival.IsNew)
            await post.Journal.Note(state, tx, stamp.Id, EventStage.Repeated, arrival.Number);

        if (post.HasOutbox)
            await ForgetSettled(tx);

        return result;
    }
}
