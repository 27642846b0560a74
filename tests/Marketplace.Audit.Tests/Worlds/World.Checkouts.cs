using System.Collections.Immutable;
using Marketplace.Audit.History;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;

namespace Marketplace.Audit.Tests;

/// <summary>Checkouts in all their ways to end.</summary>
internal sealed partial class World
{
    /// <summary>An item as the driver would send it.</summary>
    public static SentItem Item(int seller, int product, int quantity = 1, decimal voucher = 0, string version = "0") =>
        new(seller, product, version, 10m + product, 1.5m, voucher, quantity);

    /// <summary>A checkout that commits.</summary>
    public string Checkout(int customer, params SentItem[] items) =>
        Checkout(customer, CheckoutOutcome.Committed, OutcomeClass.Committed, items);

    /// <summary>A checkout.</summary>
    /// <param name="outcome">How it ends.</param>
    public string Checkout(int customer, CheckoutOutcome outcome, OutcomeClass heard, params SentItem[] items)
    {
        var (tid, sent, completed, stamp) = Begin();
        var session = Carts.Single(cart => cart.CustomerId == customer).Session + 1;
        var key = new ReservationId(customer, session, 1);
        var lines = items.Select(Reconcile).ToImmutableArray();
        RecordRead(tid, customer, items);
        Carts.Edit(cart => cart.CustomerId == customer, cart => cart with { Session = session });
        foreach (var line in lines)
        {
            EditStock(line, item => item with { OrderCount = item.OrderCount + 1 });
            var status = outcome == CheckoutOutcome.Rejected ? ItemStatus.OutOfStock : ItemStatus.InStock;
            AddStockEvent(line.SellerId, line.ProductId, tid, StockEventKind.Requested, line.Quantity, stamp, status);
        }

        var order = outcome == CheckoutOutcome.Rejected ? null : Order(tid, key, lines, outcome == CheckoutOutcome.Committed, stamp);
        foreach (var line in order is null ? [] : lines)
        {
            var kind = outcome == CheckoutOutcome.Committed ? StockEventKind.Confirmed : StockEventKind.Cancelled;
            AddStockEvent(line.SellerId, line.ProductId, tid, kind, line.Quantity, stamp);
        }

        if (order is null)
            EditCustomer(customer, c => c with { RejectedCheckoutCount = c.RejectedCheckoutCount + 1 });
        Attempts.Add(new AttemptExport(tid, key, outcome, order?.Id ?? 0, stamp, lines));
        History.Add(Operation(tid, sent, completed, heard, customer, items) with
        {
            OrderId = heard.IsUnknown() ? 0 : order?.Id ?? 0,
            TotalInvoice = heard.IsUnknown() ? 0 : order?.TotalInvoice ?? 0,
        });
        return tid;
    }

    /// <summary>A checkout that left nothing behind.</summary>
    public string NoCheckout(int customer, OutcomeClass heard, CheckoutStage stage, params SentItem[] items)
    {
        var (tid, sent, completed, _) = Begin();
        History.Add(Operation(tid, sent, completed, heard, customer, items) with { Stage = stage });
        return tid;
    }

    /// <summary>A session that was filled and sealed.</summary>
    public void Abandon(int customer, params SentItem[] items)
    {
        var (tid, sent, completed, stamp) = Begin();
        var session = Carts.Single(cart => cart.CustomerId == customer).Session + 1;
        Carts.Edit(cart => cart.CustomerId == customer, cart => cart with { Session = session });
        Abandonments.Add(new CartAbandoned("", customer, session, AbandonReason.Sealed, items.Length, stamp));
        EditCustomer(customer, c => c with { AbandonedCartCount = c.AbandonedCartCount + 1 });
        History.Add(new SealOperation
        {
            Tid = tid,
            Worker = 0,
            Planned = sent,
            Sent = sent,
            Completed = completed,
            Outcome = OutcomeClass.Committed,
            HttpStatus = 200,
            CustomerId = customer,
            Session = Session(customer),
            Reason = SealReason.Abandoned,
            Items = [.. items],
        });
    }

    /// <summary>An order of the data set: delivered before the workload began.</summary>
    public void PrePopulate(int customer, params SentItem[] items)
    {
        var (id, date) = (NextOrder(customer), Stamp(0).AddDays(-30));
        var order = Invoice(customer, id, [.. items.Select(Reconcile)], date, out var lines) with { Status = OrderStatus.Delivered };
        Orders.Add(new OrderExport("", default, order, lines, [new OrderHistory(1, id, date, OrderStatus.Delivered)]));
        Payments.Add(Payment("", order, lines, PaymentStatus.Succeeded));
        var shipment = Entities.Shipment(order, lines.Length) with { Status = ShipmentStatus.Concluded };
        var packages = lines.Select(line => Entities.Package(line, order, 0));
        var delivered = packages.Select(package => package with { Status = PackageStatus.Delivered, DeliveryDate = date });
        Shipments.Add(new ShipmentExport("", customer % 2, shipment, [.. delivered]));
    }

    private CheckoutOperation Operation(string tid, long sent, long completed, OutcomeClass heard, int customer, SentItem[] items) => new()
    {
        Tid = tid,
        Worker = 0,
        Planned = sent,
        Sent = sent,
        Completed = completed,
        Outcome = heard,
        HttpStatus = heard is OutcomeClass.Rejected or OutcomeClass.PaymentFailed ? 422 : heard.IsUnknown() ? 0 : 200,
        Stage = CheckoutStage.Requested,
        CustomerId = customer,
        Session = Session(customer),
        Started = sent - 1,
        Items = [.. items],
        OrderId = 0,
        TotalInvoice = 0,
    };

    private int Session(int customer) => Sessions[customer] = Sessions.GetValueOrDefault(customer) + 1;

    // The replica is the product itself here: a price that rose is made up for by the voucher, a price that fell is passed on.
    private CartItem Reconcile(SentItem item)
    {
        var product = Products.Single(p => (p.Product.SellerId, p.Product.ProductId) == (item.SellerId, item.ProductId)).Product;
        var rise = Math.Max(0, product.Price - item.UnitPrice) * item.Quantity;
        return new CartItem(
            item.SellerId, item.ProductId, "Lamp", product.Price, item.FreightValue, item.Quantity, item.Voucher + rise, item.Version);
    }

    private Order Order(string tid, ReservationId key, ImmutableArray<CartItem> lines, bool paid, DateTime stamp)
    {
        var order = Invoice(key.CustomerId, NextOrder(key.CustomerId), lines, stamp, out var items);
        OrderStatus[] steps = paid
            ? [OrderStatus.Invoiced, OrderStatus.PaymentProcessed, OrderStatus.ReadyForShipment]
            : [OrderStatus.Invoiced, OrderStatus.PaymentFailed];
        order = order with { Status = steps[^1], PaymentDate = stamp };
        Orders.Add(new OrderExport(tid, key, order, items, [.. steps.Select((step, i) => new OrderHistory(i + 1, order.Id, stamp, step))]));
        Payments.Add(Payment(tid, order, items, paid ? PaymentStatus.Succeeded : PaymentStatus.Canceled));
        Charges.Add(new ChargeExport(key, order.TotalInvoice, paid, Voided: false));
        EditCustomer(key.CustomerId, c => paid
            ? c with { SuccessPaymentCount = c.SuccessPaymentCount + 1, TotalSpent = c.TotalSpent + order.TotalInvoice }
            : c with { FailedPaymentCount = c.FailedPaymentCount + 1 });
        foreach (var seller in items.GroupBy(item => item.SellerId))
        {
            var delivery = paid ? PackageStatus.Shipped : PackageStatus.Created;
            var entries = seller.Select(item => Entities.Entry(item, order) with { DeliveryStatus = delivery });
            Entries.Add(new EntryExport(tid, Open: paid, 0, 0, Entities.Details(seller.Key, order), [.. entries]));
            Sellers.Edit(s => s.SellerId == seller.Key, s => s with
            {
                EntriesIssued = s.EntriesIssued + seller.Count(),
                EntriesOpen = s.EntriesOpen + (paid ? seller.Count() : 0),
            });
        }

        if (!paid)
            return order;
        foreach (var line in lines)
            EditStock(line, item => item with { QtyAvailable = item.QtyAvailable - line.Quantity, Ytd = item.Ytd + line.Quantity });
        var shipmentId = Shipments.Count + 1;
        var packages = items.Select(item => Entities.Package(item, order, shipmentId));
        Shipments.Add(new ShipmentExport(tid, key.CustomerId % 2, Entities.Shipment(order, items.Length), [.. packages]));
        return order;
    }

    private int NextOrder(int customer)
    {
        Counters.Edit(counter => counter.CustomerId == customer, counter => counter with { OrderCount = counter.OrderCount + 1 });
        return Counters.Single(counter => counter.CustomerId == customer).OrderCount;
    }

    private static Order Invoice(int customer, int id, ImmutableArray<CartItem> lines, DateTime date, out ImmutableArray<OrderItem> items)
    {
        items = [.. lines.Select((line, i) =>
        {
            var total = line.UnitPrice * line.Quantity;
            var incentive = Math.Min(line.Voucher, total);
            return new OrderItem(
                id,
                i + 1,
                line.ProductId,
                "Lamp",
                line.SellerId,
                line.UnitPrice,
                date,
                line.FreightValue,
                line.Quantity,
                total,
                total - incentive,
                incentive);
        })];
        var (total, incentive, freight) = (items.Sum(i => i.TotalItems), items.Sum(i => i.Voucher), items.Sum(i => i.FreightValue));
        return new Order(
            id,
            customer,
            $"{customer}-{date:yyyyMMdd}-{id}",
            OrderStatus.Invoiced,
            date,
            null,
            null,
            null,
            null,
            items.Length,
            date,
            date,
            total - incentive,
            freight,
            incentive,
            total - incentive + freight,
            total);
    }

    private static PaymentExport Payment(string tid, Order order, ImmutableArray<OrderItem> items, PaymentStatus status)
    {
        var lines = new List<OrderPayment> { new(order.Id, 1, PaymentType.CreditCard, 1, order.TotalInvoice, status) };
        foreach (var item in items.Where(item => item.Voucher > 0))
            lines.Add(new OrderPayment(order.Id, lines.Count + 1, PaymentType.Voucher, 1, item.Voucher, status));
        var card = new OrderPaymentCard(order.Id, 1, "4111", "A LIMA", "0130", "VISA");
        return new PaymentExport(tid, order.CustomerId, order.Id, [.. lines], card);
    }

    private void EditCustomer(int customer, Func<Customer, Customer> edit) =>
        Customers.Edit(c => c.Customer.Id == customer, c => c with { Customer = edit(c.Customer) });

    private void EditStock(CartItem line, Func<StockItem, StockItem> edit) =>
        Stock.Edit(s => (s.Item.SellerId, s.Item.ProductId) == (line.SellerId, line.ProductId), s => s with { Item = edit(s.Item) });
}
