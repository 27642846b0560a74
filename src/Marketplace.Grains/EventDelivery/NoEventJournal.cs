using Marketplace.Contracts.Audit;
using Marketplace.Protocols;

namespace Marketplace.Grains.EventDelivery;

/// <summary>Keeps nothing.</summary>
internal sealed class NoEventJournal : IEventJournal
{
    public bool IsKept => false;

    public Task Note<TState>(IGrainState<TState> state, TransactionContext tx, EventId id, EventStage stage, int number)
        where TState : class, new() => Task.CompletedTask;
}
