using Marketplace.Grains.Placement;

namespace Marketplace.Grains.EventDelivery;

/// <summary>The base of the grains that tell others of events: they say how the events in their outbox are told.</summary>
/// <param name="lifetime">What happens when the grain comes and goes.</param>
internal abstract class EventProducer<TState>(IGrainState<TState> state, Events<TState> events, GrainLifetime lifetime)
    : ServiceGrain<TState>(state, lifetime), IEventProducer
    where TState : class, IEventState, new()
{
    /// <summary>What the grain tells others, and what it hears.</summary>
    protected Events<TState> Events { get; } = events;

    public Task<int> SendEvents(TransactionContext tx) => Events.SendAll(tx, this);

    public Task<EventNames> Unsettled(EventNames names) => Task.FromResult(Events.Unsettled(names));

    /// <summary>Tells all consumers of an event, in the order in which they must hear of it. It may have been done before.</summary>
    /// <returns>When all have it.</returns>
    internal abstract Task Publish(TransactionContext tx, OutboxRow row);

    /// <summary>Whether something follows in the state when all consumers have an event: then <see cref="Sequel"/> is asked.</summary>
    internal virtual bool HasSequel(OutboxRow row) => false;

    /// <summary>All consumers have an event: changes the state, with the update that takes it out of the outbox.</summary>
    /// <returns>The event to tell next; null if there is none.</returns>
    internal virtual OutboxRow? Sequel(TState state, OutboxRow row) => null;

    /// <summary>All consumers have an event, and it has left the outbox.</summary>
    /// <returns>When what follows is done.</returns>
    internal virtual Task Finish(TransactionContext tx, OutboxRow row) => Task.CompletedTask;
}

/// <summary>A grain that tells others of events.</summary>
internal interface IEventProducer : IServiceGrain
{
    /// <summary>Tries to deliver what lies in the outbox; what can't be delivered is tried again later.</summary>
    /// <returns>How many events lay there.</returns>
    Task<int> SendEvents(TransactionContext tx);

    /// <summary>Tells which events may still be sent.</summary>
    /// <param name="names">Events that this grain has told of.</param>
    /// <returns>Those of them that lie in the outbox, or have not left it for good.</returns>
    Task<EventNames> Unsettled(EventNames names);
}

/// <summary>Events by name.</summary>
/// <param name="Ids">Their names.</param>
[GenerateSerializer, Immutable]
internal sealed record EventNames(ImmutableArray<EventId> Ids);
