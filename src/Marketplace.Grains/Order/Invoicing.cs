using System.Globalization;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;

namespace Marketplace.Grains.Order;

/// <summary>How an order comes of a confirmed stock reservation: the arithmetic of contract §4, exactly.</summary>
internal static class Invoicing
{
    private static readonly TimeSpan ShippingLimit = TimeSpan.FromDays(3);

    /// <summary>Whether all products, sums and differences in an order of some lines, or of a part of them, are exact.</summary>
    /// <returns>False if one of them might have more digits than a decimal holds.</returns>
    public static bool IsExact(ImmutableArray<CartItem> lines)
    {
        // Nothing in the order is larger than the sum of all there is, or has more digits after the point.
        decimal all = 0;
        foreach (var line in lines)
        {
            if (!Amounts.TryMultiply(line.UnitPrice, line.Quantity, out var total)
                || !Amounts.TryAdd(all, total, out all)
                || !Amounts.TryAdd(all, Math.Min(line.Voucher, total), out all)
                || !Amounts.TryAdd(all, line.FreightValue, out all))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Makes the order.</summary>
    /// <param name="confirmed">E3 with the reserved lines.</param>
    /// <param name="now">Time of the invoice, UTC.</param>
    /// <returns>The order, status INVOICED.</returns>
    public static OrderExport Invoice(StockConfirmed confirmed, int orderId, DateTime now)
    {
        var items = ImmutableArray.CreateBuilder<OrderItem>(confirmed.Items.Length);
        decimal totalItems = 0, totalIncentive = 0, totalFreight = 0;
        foreach (var line in confirmed.Items)
        {
            var item = Item(line, orderId, items.Count + 1, now);
            items.Add(item);
            totalItems += item.TotalItems;
            totalIncentive += item.Voucher;
            totalFreight += item.FreightValue;
        }

        var customerId = confirmed.Reservation.CustomerId;
        var order = new OrderEntity(
            orderId,
            customerId,
            InvoiceNumber(customerId, now, orderId),
            OrderStatus.Invoiced,
            PurchaseDate: now,
            PaymentDate: null,
            DeliveredCarrierDate: null,
            DeliveredCustomerDate: null,
            EstimatedDeliveryDate: now + ShippingLimit,
            CountItems: items.Count,
            CreatedAt: now,
            UpdatedAt: now,
            TotalAmount: totalItems - totalIncentive,
            TotalFreight: totalFreight,
            TotalIncentive: totalIncentive,
            TotalInvoice: totalItems - totalIncentive + totalFreight,
            TotalItems: totalItems);
        return new OrderExport(
            confirmed.Tid,
            confirmed.Reservation,
            order,
            items.MoveToImmutable(),
            [new OrderHistory(1, orderId, now, OrderStatus.Invoiced)]);
    }

    private static OrderItem Item(CartItem line, int orderId, int orderItemId, DateTime now)
    {
        var total = line.UnitPrice * line.Quantity;
        var incentive = Math.Min(line.Voucher, total);
        return new OrderItem(
            orderId,
            orderItemId,
            line.ProductId,
            line.ProductName,
            line.SellerId,
            line.UnitPrice,
            now + ShippingLimit,
            line.FreightValue,
            line.Quantity,
            total,
            total - incentive,
            incentive);
    }

    private static string InvoiceNumber(int customerId, DateTime now, int orderId) =>
        string.Create(CultureInfo.InvariantCulture, $"{customerId}-{now:yyyyMMdd}-{orderId}");
}
