using Marketplace.Grains.Archiving;
using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.Stock;

/// <summary>
/// Archives an event of a stock item. One that was seen and then taken back, as under sagas, is archived too: its number stays used, and until
/// then others built on it.
/// </summary>
internal sealed record StockEventAction(IArchive Archive, StockEventExport Event) : CommitAction
{
    private int _takenBackAfter;

    public override Task OnCommit() => Append(Event);

    public override void OnUndone(object state) => _takenBackAfter = ((StockState)state).Events;

    public override Task OnAbort() => _takenBackAfter == 0 ? Task.CompletedTask : Append(Event with { TakenBackAfter = _takenBackAfter });

    public override bool Join(AtomicWrite write) =>
        Archive.Append(write, StockService.Events, Event.SellerId, Event, ArchiveOrigin.Transaction);

    private Task Append(StockEventExport record)
    {
        var appended = Archive.Append(StockService.Events, record.SellerId, record, ArchiveOrigin.Transaction);
        return appended.IsCompletedSuccessfully ? Task.CompletedTask : appended.AsTask();
    }
}
