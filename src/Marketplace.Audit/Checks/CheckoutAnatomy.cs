using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;

namespace Marketplace.Audit.Checks;

/// <summary>What the services must show of a checkout, for each way it can end (audit.md, atom.checkout).</summary>
internal static class CheckoutAnatomy
{
    /// <summary>What is missing from a checkout that committed, or too much.</summary>
    public static void Committed(CheckoutFacts checkout, List<string> problems)
    {
        if (OnlyOrder(checkout, problems) is not { } order)
            return;
        var export = order.Exports[0];
        if (export.Order.Status is not (OrderStatus.ReadyForShipment or OrderStatus.InTransit or OrderStatus.Delivered))
            problems.Add($"{order} has status {export.Order.Status}");
        if (export.History.All(step => step.Status != OrderStatus.PaymentProcessed))
            problems.Add($"{order} was never told of its payment");
        PaidOnce(order, problems);
        ShippedOnce(order, export, problems);
        EnteredOnce(order, export, problems);
        Attempted(checkout, export, CheckoutOutcome.Committed, problems);
        Settled(checkout, problems);
    }

    /// <summary>What is missing from a checkout whose payment failed, or too much.</summary>
    public static void PaymentFailed(CheckoutFacts checkout, List<string> problems)
    {
        if (OnlyOrder(checkout, problems) is not { } order)
            return;
        var export = order.Exports[0];
        if (export.Order.Status != OrderStatus.PaymentFailed)
            problems.Add($"{order} has status {export.Order.Status}, not PaymentFailed");
        if (order.Payments.Any(payment => payment.Lines.Any(line => line.Status == PaymentStatus.Succeeded)))
            problems.Add($"{order} has a payment that succeeded");
        if (order.Shipments.Count > 0)
            problems.Add($"{order} has a shipment");
        EnteredOnce(order, export, problems);
        if (order.Entries.Count(entry => entry.Open) is > 0 and var open)
            problems.Add($"{open} sellers still show {order} as open");
        Attempted(checkout, export, CheckoutOutcome.PaymentFailed, problems);
        Settled(checkout, problems);
    }

    /// <summary>What a checkout left behind that made no order.</summary>
    /// <param name="rejectionAllowed">True if it may have been rejected: then Cart may remember the attempt.</param>
    public static void Nothing(CheckoutFacts checkout, bool rejectionAllowed, List<string> problems)
    {
        foreach (var order in checkout.Orders)
        {
            var services = new List<string>(4);
            if (order.Exports.Count > 0)
                services.Add("Order");
            if (order.Payments.Count > 0)
                services.Add("Payment");
            if (order.Shipments.Count > 0)
                services.Add("Shipment");
            if (order.Entries.Count > 0)
                services.Add("Seller");
            problems.Add($"{string.Join(", ", services)} know(s) {order}");
        }

        foreach (var attempt in checkout.Attempts)
        {
            if (!rejectionAllowed || attempt.Outcome != CheckoutOutcome.Rejected)
                problems.Add($"Cart remembers the attempt as {attempt.Outcome}");
        }

        Settled(checkout, problems);
    }

    private static OrderFacts? OnlyOrder(CheckoutFacts checkout, List<string> problems)
    {
        if (checkout.Orders.Count == 1 && checkout.Orders[0].Exports.Count == 1)
            return checkout.Orders[0];
        var ids = string.Join(", ", checkout.Orders.SelectMany(order => order.Exports.Select(_ => order.OrderId)));
        problems.Add(ids.Length == 0 ? "no order" : $"not one order but {ids}");
        return null;
    }

    private static void PaidOnce(OrderFacts order, List<string> problems)
    {
        if (order.Payments.Count != 1)
            problems.Add($"{order} has {order.Payments.Count} payments");
        else if (order.Payments[0].Lines.Any(line => line.Status != PaymentStatus.Succeeded) || order.Payments[0].Lines.IsEmpty)
            problems.Add($"the payment of {order} did not succeed");
    }

    private static void ShippedOnce(OrderFacts order, OrderExport export, List<string> problems)
    {
        if (order.Shipments.Count != 1)
        {
            problems.Add($"{order} has {order.Shipments.Count} shipments");
            return;
        }

        var packages = order.Shipments[0].Packages.Select(p => (p.SellerId, p.ProductId, p.Quantity, p.FreightValue));
        var items = export.Items.Select(i => (i.SellerId, i.ProductId, i.Quantity, i.FreightValue));
        if (!packages.Order().SequenceEqual(items.Order()))
            problems.Add($"the packages of {order} are not its items");
    }

    private static void EnteredOnce(OrderFacts order, OrderExport export, List<string> problems)
    {
        foreach (var items in export.Items.GroupBy(item => item.SellerId))
        {
            var entries = order.Entries.Where(entry => entry.Details.SellerId == items.Key).ToList();
            var lines = entries.SelectMany(entry => entry.Entries).Select(entry => (entry.ProductId, entry.Quantity));
            if (entries.Count != 1)
                problems.Add($"seller {items.Key} has {entries.Count} records of {order}");
            else if (!lines.Order().SequenceEqual(items.Select(item => (item.ProductId, item.Quantity)).Order()))
                problems.Add($"the entries of seller {items.Key} are not its items of {order}");
        }

        foreach (var entry in order.Entries.Where(entry => export.Items.All(item => item.SellerId != entry.Details.SellerId)))
            problems.Add($"seller {entry.Details.SellerId} has entries of {order}, which has none of its items");
    }

    private static void Attempted(CheckoutFacts checkout, OrderExport export, CheckoutOutcome outcome, List<string> problems)
    {
        if (checkout.Attempts.Count != 1)
        {
            problems.Add($"Cart remembers {checkout.Attempts.Count} attempts");
            return;
        }

        var attempt = checkout.Attempts[0];
        if (attempt.Outcome != outcome || attempt.OrderId != export.Order.Id || attempt.Reservation != export.Reservation)
        {
            problems.Add($"Cart remembers {attempt.Outcome}, order {attempt.OrderId}, session {attempt.Reservation.Session} "
                + $"attempt {attempt.Reservation.Attempt}; Order has session {export.Reservation.Session} "
                + $"attempt {export.Reservation.Attempt}");
        }

        foreach (var item in export.Items)
        {
            if (!attempt.Items.Any(line => (line.SellerId, line.ProductId, line.Quantity, line.UnitPrice)
                == (item.SellerId, item.ProductId, item.Quantity, item.UnitPrice)))
            {
                problems.Add($"{item.SellerId}/{item.ProductId} × {item.Quantity} at {item.UnitPrice} was not in the cart");
            }
        }
    }

    private static void Settled(CheckoutFacts checkout, List<string> problems)
    {
        foreach (var open in checkout.Reservations)
            problems.Add($"{open.Quantity} pieces of {open.Product} are still reserved");
    }
}
