using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Marketplace.Audit.Exports;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;

namespace Marketplace.Audit.Facts;

/// <summary>A finished record, as its service shows it or as it was logged: what it is of, and a fingerprint of all that it says.</summary>
/// <param name="Type">"order", "payment", "shipment" or "entry".</param>
/// <param name="Key">"customer|order", or "customer|order|seller".</param>
/// <param name="Fingerprint">Equal if every text, number and date is.</param>
internal readonly record struct LogRow(string Type, string Key, string Tid, UInt128 Fingerprint)
{
    /// <summary>An order, if it is over.</summary>
    public static LogRow? Of(OrderExport order) => order.Tid.Length > 0
        && order.Order.Status is OrderStatus.Delivered or OrderStatus.PaymentFailed
            ? new("order", $"{order.Order.CustomerId}|{order.Order.Id}", order.Tid, Print(order, EntityJson.Default.OrderExport))
            : null;

    public static LogRow? Of(PaymentExport payment) => payment.Tid.Length > 0
        ? new("payment", $"{payment.CustomerId}|{payment.OrderId}", payment.Tid, Print(payment, EntityJson.Default.PaymentExport))
        : null;

    /// <summary>A shipment, if it is concluded.</summary>
    public static LogRow? Of(ShipmentExport shipment) => shipment is { Tid.Length: > 0, Shipment.Status: ShipmentStatus.Concluded }
        ? new(
            "shipment",
            $"{shipment.Shipment.CustomerId}|{shipment.Shipment.OrderId}",
            shipment.Tid,
            Print(shipment, EntityJson.Default.ShipmentExport))
        : null;

    /// <summary>A seller's entries of an order, if it is concluded.</summary>
    public static LogRow? Of(EntryExport entry) => entry is { Tid.Length: > 0, ConclusionNotifications: > 0, Details: { } details }
        ? new("entry", $"{details.CustomerId}|{details.OrderId}|{details.SellerId}", entry.Tid, Print(entry, EntityJson.Default.EntryExport))
        : null;

    /// <summary>A logged record.</summary>
    public static LogRow Of(LogExport log) => new(log.Type, log.Key, log.Tid, log switch
    {
        { Type: "order", Order: { } order } => Print(order, EntityJson.Default.OrderExport),
        { Type: "payment", Payment: { } payment } => Print(payment, EntityJson.Default.PaymentExport),
        { Type: "shipment", Shipment: { } shipment } => Print(shipment, EntityJson.Default.ShipmentExport),
        { Type: "entry", Entry: { } entry } => Print(entry, EntityJson.Default.EntryExport),
        _ => 0,
    });

    /// <summary>The customer of a logged record, which is the first number of its key.</summary>
    /// <exception cref="FactsMissingException">The key has none.</exception>
    public static int CustomerOf(LogExport log) =>
        int.TryParse(log.Key.AsSpan(0, Math.Max(0, log.Key.IndexOf('|'))), out var customer)
            ? customer
            : throw new FactsMissingException($"GET /audit/log sent a record with the key '{log.Key}', which names no customer.");

    /// <summary>Names it for a person.</summary>
    public override string ToString() => $"{Type} {Key}";

    private static UInt128 Print<T>(T record, JsonTypeInfo<T> type)
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(JsonSerializer.SerializeToUtf8Bytes(record, type), hash);
        return System.Buffers.Binary.BinaryPrimitives.ReadUInt128LittleEndian(hash);
    }
}
