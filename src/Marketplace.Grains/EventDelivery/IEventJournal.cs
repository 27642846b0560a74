using Marketplace.Contracts.Audit;
using Marketplace.Protocols;

namespace Marketplace.Grains.EventDelivery;

/// <summary>Keeps what becomes of events for the audit of their delivery, or does not.</summary>
internal interface IEventJournal
{
    /// <summary>Whether it keeps it.</summary>
    bool IsKept { get; }

    /// <summary>Takes what became of an event, if the transaction commits.</summary>
    /// <param name="number">Place of the arrival among those at the consumer; 0 where the event is sent.</param>
    /// <returns>When it is in safe keeping.</returns>
    Task Note<TState>(IGrainState<TState> state, TransactionContext tx, EventId id, EventStage stage, int number)
        where TState : class, new();
}
