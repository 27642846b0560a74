namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/log`: a record of the audit log (spec §4). One of the last four is there: what its type says.</summary>
/// <param name="Type">"order", "payment", "shipment" or "entry".</param>
/// <param name="Key">"customer|order"; for the entries of a seller "customer|order|seller".</param>
/// <param name="Tid">Transaction that made what is logged.</param>
/// <param name="Time">When it was logged, UTC.</param>
/// <param name="Order">An order that was concluded, or whose payment failed, with items and history.</param>
/// <param name="Payment">A payment, with its lines and card.</param>
/// <param name="Shipment">A concluded shipment, with its packages.</param>
/// <param name="Entry">A seller's entries of a concluded order, with their details.</param>
public sealed record LogExport(
    string Type,
    string Key,
    string Tid,
    DateTime Time,
    OrderExport? Order,
    PaymentExport? Payment,
    ShipmentExport? Shipment,
    EntryExport? Entry);
