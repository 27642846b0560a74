using System.Globalization;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Events;

/// <summary>Puts events into words.</summary>
internal static class EventName
{
    /// <summary>An event with its consumer.</summary>
    public static string Of(EventId id) => string.Create(CultureInfo.InvariantCulture, $"{Kind(id)} of {Subject(id)} to {Consumer(id)}");

    public static string Kind(EventId id) => id.Kind switch
    {
        EventKind.CartAbandoned or EventKind.LowStockWarning => $"{id.Kind}",
        EventKind.ShipmentNotification => $"E8 {(ShipmentStatus)id.Part}",
        EventKind.DeliveryNotification => $"E9 of seller {id.Part}",
        _ => $"E{(int)id.Kind}",
    };

    /// <summary>Who hears of it.</summary>
    public static string Consumer(EventId id) => id.Consumer == EventConsumer.Stock
        ? $"stock {id.Key >> 32}/{(int)id.Key}"
        : $"{id.Consumer.ToString().ToLowerInvariant()} {id.Key}";

    /// <summary>What it tells of.</summary>
    public static string Subject(EventId id) => id.Kind switch
    {
        EventKind.ReserveStockFailed => $"session {id.Owner}/{id.Number} attempt {id.Part}",
        EventKind.CartAbandoned => $"session {id.Owner}/{id.Number}",
        EventKind.ProductDeleted => $"product {id.Owner}/{id.Number} update {id.Part}",
        EventKind.LowStockWarning => $"product {id.Owner}/{id.Number} event {id.Part}",
        _ => $"order {id.Owner}/{id.Number}",
    };
}
