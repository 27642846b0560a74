using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Checks;

/// <summary>Compares an order with what the driver put into the cart and what it was answered.</summary>
internal static class SentAndOrdered
{
    /// <param name="order">The order that it made.</param>
    public static void Compare(CheckoutOperation sent, OrderExport order, List<string> problems)
    {
        if (sent.OrderId != 0 && !sent.Outcome.IsUnknown()
            && (sent.OrderId != order.Order.Id || sent.TotalInvoice != order.Order.TotalInvoice))
        {
            problems.Add($"answered order {sent.OrderId} over {sent.TotalInvoice}, "
                + $"but order {order.Order.Id} is over {order.Order.TotalInvoice}");
        }

        if (sent.CustomerId != order.Order.CustomerId)
            problems.Add($"sent by customer {sent.CustomerId}, ordered for {order.Order.CustomerId}");
        foreach (var key in order.Items.GroupBy(item => new ProductKey(item.SellerId, item.ProductId)).Where(lines => lines.Count() > 1))
            problems.Add($"{key.Key} is ordered in {key.Count()} lines");
        foreach (var item in order.Items)
        {
            var key = new ProductKey(item.SellerId, item.ProductId);
            if (Line(sent, key) is not { } line)
            {
                problems.Add($"{key} was never put into the cart");
            }
            else if (line.Quantity != item.Quantity || line.FreightValue != item.FreightValue)
            {
                problems.Add($"{key}: {item.Quantity} pieces, freight {item.FreightValue}; sent {line.Quantity}, {line.FreightValue}");
            }
            else if (Incentive(line, item.UnitPrice) != item.Voucher)
            {
                problems.Add($"{key}: incentive {item.Voucher} at price {item.UnitPrice}; shown {line.UnitPrice} with voucher "
                    + $"{line.Voucher}, so it must be {Incentive(line, item.UnitPrice)}");
            }
        }
    }

    /// <summary>
    /// The line of a cart: an add of a product already in it adds quantity and voucher; the latest price counts as shown (contract §4).
    /// </summary>
    /// <returns>Null if the driver never put it into the cart.</returns>
    public static SentItem? Line(CheckoutOperation sent, ProductKey key)
    {
        SentItem? line = null;
        foreach (var item in sent.Items)
        {
            if (new ProductKey(item.SellerId, item.ProductId) == key)
            {
                line = line is { } before
                    ? item with { Quantity = before.Quantity + item.Quantity, Voucher = before.Voucher + item.Voucher }
                    : item;
            }
        }

        return line;
    }

    // Where the price rose after it was shown, the customer pays what was shown; where it fell, the lower price (contract §4).
    private static decimal Incentive(SentItem line, decimal price) =>
        Math.Min(line.Voucher + (Math.Max(0, price - line.UnitPrice) * line.Quantity), price * line.Quantity);
}
