using Marketplace.Contracts.Json;

namespace Marketplace.Grains.Seller;

/// <content>
/// An order goes back as a whole; the entries issued are counted, so each step takes back as many as it issued. Numbers of warnings have gaps.
/// </content>
internal sealed partial class SellerState : ICompensable<SellerState>
{
    public bool CanUndo(SellerState before, SellerState after) =>
        (before.Ingested == after.Ingested || Ingested == after.Ingested)
        && RowUndo.CanUndo(Open, before.Open, after.Open, EntityJson.Default.EntryExport)
        && RowUndo.CanUndo(Warnings, before.Warnings, after.Warnings, EntityJson.Default.LowStockWarning);

    public void Undo(SellerState before, SellerState after)
    {
        Open = RowUndo.Undo(Open, before.Open, after.Open);
        Warnings = RowUndo.Undo(Warnings, before.Warnings, after.Warnings);
        EntriesIssued -= after.EntriesIssued - before.EntriesIssued;
        Ingested = before.Ingested == after.Ingested ? Ingested : before.Ingested;
    }
}
