using Marketplace.Contracts.Audit;
using Marketplace.Grains.Archiving;
using Marketplace.Protocols;

namespace Marketplace.Grains.EventDelivery;

/// <summary>Keeps it in the archive (Recording `full`).</summary>
internal sealed class ArchivedEventJournal(IArchive archive, TimeProvider time) : IEventJournal
{
    public bool IsKept => true;

    public Task Note<TState>(IGrainState<TState> state, TransactionContext tx, EventId id, EventStage stage, int number)
        where TState : class, new()
    {
        var record = new EventExport(tx.Tid, id, stage, number, time.GetUtcNow().UtcDateTime);
        return state.OnCommit(tx, new ArchiveAction<EventExport>(archive, ArchiveStreams.Events, id.Owner, record, ArchiveOrigin.Transaction));
    }
}
