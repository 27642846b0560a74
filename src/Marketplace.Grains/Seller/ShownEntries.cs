using Marketplace.Grains.Dashboards;
using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.Seller;

/// <summary>Shows what happens to the entries of one seller in the table of dashboards, where there is one.</summary>
internal sealed class ShownEntries(IGrainState<SellerState> state, IDashboardTable dashboards, IWriterLease lease)
{
    // What the last transaction that came here did to the entries.
    private DashboardAction? _shown;

    /// <summary>
    /// The seller has come to this silo, and may have been on another one that has ended, or still has something to write: where silos share the
    /// table it is shown anew. What is committed and not shown yet follows; to show it twice is to show it once.
    /// </summary>
    public void Begin(int seller)
    {
        if (!dashboards.IsShared)
            return;

        var orders = state.Inspect(s => s.Export(seller));
        dashboards.Show([new DashboardChange(DashboardChangeKind.ShownAnew, seller, 0, 0, []), .. SellerChanges.Of(orders)]);
    }

    /// <inheritdoc cref="ISellerGrain.Shown"/>
    public async Task<long> Written(int seller, bool anew)
    {
        // Else a silo that was declared dead, and does not know it, would show the seller as it was, and write that over what is shown of it now.
        await lease.Confirm();
        if (anew)
            Begin(seller);

        return await dashboards.Shown();
    }

    /// <summary>Shows a seller that is ingested.</summary>
    /// <param name="put">Ends when it is.</param>
    public Task Know(TransactionContext tx, int seller, Task put) => dashboards.IsKept ? ShowKnown(tx, seller, put) : put;

    /// <summary>Shows an order that an event has changed.</summary>
    /// <param name="updated">The order as it is then; null if the event has changed none.</param>
    public Task Follow(TransactionContext tx, int seller, DashboardChangeKind kind, ValueTask<EntryExport?> updated)
    {
        if (dashboards.IsKept)
            return ShowAfter(tx, seller, kind, updated);

        return updated.IsCompletedSuccessfully ? Task.CompletedTask : updated.AsTask();
    }

    /// <summary>Shows an order as it is; one that is closed leaves the dashboard.</summary>
    public Task Show(TransactionContext tx, int seller, EntryExport order) =>
        !dashboards.IsKept ? Task.CompletedTask
        : order.Open ? Show(tx, seller, DashboardChangeKind.Changed, order)
        : Show(tx, new DashboardChange(DashboardChangeKind.Left, seller, order.Details.CustomerId, order.Details.OrderId, []));

    private async Task ShowKnown(TransactionContext tx, int seller, Task put)
    {
        await put;
        await Show(tx, new DashboardChange(DashboardChangeKind.Known, seller, 0, 0, []));
    }

    private async Task ShowAfter(TransactionContext tx, int seller, DashboardChangeKind kind, ValueTask<EntryExport?> updated)
    {
        if (await updated is { } order)
            await Show(tx, seller, kind, order);
    }

    private Task Show(TransactionContext tx, int seller, DashboardChangeKind kind, EntryExport order) =>
        Show(tx, new DashboardChange(kind, seller, order.Details.CustomerId, order.Details.OrderId, order.Entries));

    private Task Show(TransactionContext tx, DashboardChange change)
    {
        if (_shown is { } shown && shown.TryAdd(tx, change))
            return Task.CompletedTask;

        _shown = new DashboardAction(dashboards, tx, change);
        return state.OnCommit(tx, _shown);
    }
}
