using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;
using Marketplace.Protocols.Storage.Rows;

namespace Marketplace.Grains.Shipment;

/// <content>
/// A shipment goes back as a whole. Ids may have gaps, so others may make shipments meanwhile; but nobody may deliver a seller's later
/// order before a delivery of an earlier one stands, because that one would come back as the older one.
/// </content>
internal sealed partial class ShipmentState : ICompensable<ShipmentState>
{
    public bool CanUndo(ShipmentState before, ShipmentState after)
    {
        if (!RowUndo.CanUndo(Open, before.Open, after.Open, EntityJson.Default.ShipmentExport)
            || !MapUndo.CanUndo(Unacknowledged, before.Unacknowledged, after.Unacknowledged))
        {
            return false;
        }

        var deliveries = new Deliveries(this, before, after);
        after.Open.Differences(before.Open, deliveries);
        return deliveries.AreLast;
    }

    public void Undo(ShipmentState before, ShipmentState after)
    {
        Open = RowUndo.Undo(Open, before.Open, after.Open);
        Unacknowledged = MapUndo.Undo(Unacknowledged, before.Unacknowledged, after.Unacknowledged);
        if ((ShipmentCount, IngestedCount) == (after.ShipmentCount, after.IngestedCount))
            (ShipmentCount, IngestedCount, LastRequestDate) = (before.ShipmentCount, before.IngestedCount, before.LastRequestDate);

        // All of it: steps are seldom taken back.
        (OpenOfSeller, Heads) = (OpenOfSeller.Clear(), Heads.Clear());
        Derive();
    }

    // Whether the seller's order that a step left as the oldest, or one that was behind it, has been delivered. An order that is no longer there
    // was taken back itself, with the checkout that made it: to conclude it, somebody would have had to deliver it before.
    private bool HasDelivered(int seller, ShipmentState after)
    {
        if (!after.OpenOfSeller.TryGetValue(seller, out var queue)
            || (OpenOfSeller.TryGetValue(seller, out var now) && now.Peek() == queue.Peek()))
        {
            return false;
        }

        foreach (var id in queue)
        {
            if (Open.TryGetValue(id, out var shipment)
                && shipment.Packages.Any(package => package.SellerId == seller && package.Status == PackageStatus.Delivered))
            {
                return true;
            }
        }

        return false;
    }

    // Looks whether of a seller served by a step a later order was delivered since.
    private sealed class Deliveries(ShipmentState now, ShipmentState before, ShipmentState after) : IRowChanges<ShipmentExport>
    {
        public bool AreLast { get; private set; } = true;

        public void Set(long key, ShipmentExport row)
        {
            if (before.Open.TryGetValue(key, out var earlier))
            {
                foreach (var package in earlier.Packages)
                    Look(package, row.Packages[package.PackageId - 1].Status == PackageStatus.Delivered);
            }
        }

        public void Removed(long key)
        {
            foreach (var package in before.Open[key].Packages)
                Look(package, isDelivered: true);
        }

        private void Look(Package package, bool isDelivered)
        {
            if (isDelivered && package.Status != PackageStatus.Delivered)
                AreLast = AreLast && !now.HasDelivered(package.SellerId, after);
        }
    }
}
