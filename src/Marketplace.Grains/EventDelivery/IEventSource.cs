using Marketplace.Protocols;

namespace Marketplace.Grains.EventDelivery;

/// <summary>A grain with an outbox: says how the events in it are told.</summary>
/// <typeparam name="TState">The grain's state.</typeparam>
internal interface IEventSource<in TState>
{
    /// <summary>Tells all consumers of an event, in the order in which they must hear of it. It may have been done before.</summary>
    /// <param name="tx">The transaction.</param>
    /// <param name="row">The event.</param>
    /// <returns>When all have it.</returns>
    Task Publish(TransactionContext tx, OutboxRow row);

    /// <summary>All consumers have an event: what follows from that in the state, with the update that takes it out of the outbox.</summary>
    /// <param name="state">The state.</param>
    /// <param name="row">The event.</param>
    /// <param name="posting">Takes events that follow.</param>
    void Settle(TState state, OutboxRow row, Posting posting)
    {
    }

    /// <summary>All consumers have an event, and it has left the outbox.</summary>
    /// <param name="tx">The transaction.</param>
    /// <param name="row">The event.</param>
    /// <returns>When what follows is done.</returns>
    Task Settled(TransactionContext tx, OutboxRow row) => Task.CompletedTask;
}
