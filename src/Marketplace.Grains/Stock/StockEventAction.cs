using System.Text.Json;
using Marketplace.Contracts.Json;
using Marketplace.Grains.Archiving;
using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.Stock;

/// <summary>
/// Archives an event of a stock item. One that was seen and then taken back, as under sagas, is archived too: its number stays used, and until
/// then others built on it. So it is stored with its step: a silo may take that back which finds it.
/// </summary>
internal sealed record StockEventAction(IArchive Archive, StockEventExport Event) : CommitAction
{
    private int _takenBackAfter;

    public override Task OnCommit() => Append(Event);

    public override void OnUndone(object state) => _takenBackAfter = ((StockState)state).Events;

    public override bool JoinUndone(AtomicWrite write) => Join(write, TakenBack);

    public override byte[] ToStored() => JsonSerializer.SerializeToUtf8Bytes(Event, EntityJson.Default.StockEventExport);

    public override Task OnAbort() => _takenBackAfter == 0 ? Task.CompletedTask : Append(TakenBack);

    public override bool Join(AtomicWrite write) => Join(write, Event);

    private StockEventExport TakenBack => Event with { TakenBackAfter = _takenBackAfter };

    private bool Join(AtomicWrite write, StockEventExport record) =>
        Archive.Append(write, StockService.Events, record.SellerId, record, ArchiveOrigin.Transaction);

    private Task Append(StockEventExport record)
    {
        var appended = Archive.Append(StockService.Events, record.SellerId, record, ArchiveOrigin.Transaction);
        return appended.IsCompletedSuccessfully ? Task.CompletedTask : appended.AsTask();
    }
}

/// <summary>Reads the events of stock items that were stored with steps: nothing else is.</summary>
internal sealed class StoredStockEvents(IArchive archive) : IStoredActions
{
    public CommitAction Read(byte[] stored) =>
        new StockEventAction(archive, JsonSerializer.Deserialize(stored, EntityJson.Default.StockEventExport)!);
}
