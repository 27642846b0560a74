using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Tests;

/// <summary>The audit log.</summary>
internal sealed partial class World
{
    /// <summary>The silo has kept an audit log, as it should.</summary>
    public void KeepLog()
    {
        IsLogAsked = true;
        Log =
        [
            .. Orders.Where(o => o.Tid.Length > 0 && o.Order.Status is OrderStatus.Delivered or OrderStatus.PaymentFailed)
                .Select(o => Entry("order", $"{o.Order.CustomerId}|{o.Order.Id}", o.Tid) with { Order = o }),
            .. Payments.Where(p => p.Tid.Length > 0).Select(p => Entry("payment", $"{p.CustomerId}|{p.OrderId}", p.Tid) with { Payment = p }),
            .. Shipments.Where(s => s.Tid.Length > 0 && s.Shipment.Status == ShipmentStatus.Concluded)
                .Select(s => Entry("shipment", $"{s.Shipment.CustomerId}|{s.Shipment.OrderId}", s.Tid) with { Shipment = s }),
            .. Entries.Where(e => e.ConclusionNotifications > 0)
                .Select(e => Entry("entry", $"{e.Details.CustomerId}|{e.Details.OrderId}|{e.Details.SellerId}", e.Tid) with { Entry = e }),
        ];
    }

    private static LogExport Entry(string type, string key, string tid) => new(type, key, tid, Stamp(0), null, null, null, null);
}
