using Marketplace.Contracts.Json;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Recording;

namespace Marketplace.Grains.EventDelivery;

/// <summary>The part of the journal that is about events, for the audit of their delivery.</summary>
internal static class EventJournal
{
    /// <summary>Events as they were emitted and arrived, keyed by their owner.</summary>
    public static readonly ArchiveStream<EventExport> Events =
        new("events", static () => EntityJson.Default.EventExport) { IsOfCustomers = false, IsJournal = true };

    /// <summary>Notes what became of an event.</summary>
    /// <param name="number">Place of the arrival among those at the consumer; 0 where the event is sent.</param>
    public static Task Note<TState>(
        this Journal journal, IGrainState<TState> state, TransactionContext tx, EventId id, EventStage stage, int number)
        where TState : class, new() => journal.IsKept
        ? journal.Add(state, tx, Events, id.Owner, new EventExport(tx.Tid, id, stage, number, journal.Now))
        : Task.CompletedTask;
}
