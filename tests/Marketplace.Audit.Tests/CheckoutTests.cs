using Marketplace.Audit.History;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class CheckoutTests
{
    private readonly World _world = Worlds.Busy();

    [Fact]
    public async Task A_lost_shipment()
    {
        _world.Shipments.Lose(shipment => shipment.Tid == Worlds.Open);

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.checkout", 1), ("order.lines", 1));
        AuditAssert.Witness(result, "atom.checkout", Worlds.Open, "customer 4", "has 0 shipments");
        AuditAssert.Witness(result, "order.lines", "order 4|1 of 2 items", "0 packages");
    }

    [Fact]
    public async Task A_package_that_was_lost_from_a_shipment()
    {
        _world.Shipments.Edit(s => s.Tid == Worlds.Open, s => s with
        {
            Shipment = s.Shipment with { PackageCount = 1 },
            Packages = s.Packages.RemoveAt(0),
        });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.checkout", 1), ("order.lines", 1));
        AuditAssert.Witness(result, "atom.checkout", Worlds.Open, "the packages of order 4|1 are not its items");
    }

    [Fact]
    public async Task An_order_made_twice()
    {
        _world.Orders.Double(o => o.Tid == Worlds.Open, o => o with
        {
            Order = o.Order with { Id = 2, InvoiceNumber = o.Order.InvoiceNumber[..^1] + "2" },
        });
        _world.Counters.Edit(c => c.CustomerId == 4, c => c with { OrderCount = 2 });

        var result = await _world.Audit();

        // The second order is not the order of any shipment, payment, or piece of stock either.
        AuditAssert.Witness(result, "atom.checkout", Worlds.Open, "not one order but 1, 2");
        AuditAssert.Witness(result, "cart.once", "customer 4, session 1", "orders 1 (t-5), 2 (t-5)");
        AuditAssert.Witness(result, "cart.once", "attempt 1 made orders 1, 2");
        Assert.Equal(1, result.Checks.Single(c => c.Id == "atom.checkout").Violations);
        Assert.Equal(1, result.Checks.Single(c => c.Id == "cart.once").Violations);
        Assert.Equal(1, result.Checks.Single(c => c.Id == "payment.once").Violations);
    }

    [Fact]
    public async Task A_second_paid_order_of_a_session()
    {
        // Customer 2 failed in session 1 and bought in session 2; now both orders are of session 2. (That 1 is empty is for another check.)
        _world.Clocks = null;
        _world.Orders.Edit(o => o.Tid == Worlds.Failed, o => o with { Reservation = new ReservationId(2, 2, 2) });
        _world.Attempts.Edit(a => a.Tid == Worlds.Failed, a => a with { Reservation = new ReservationId(2, 2, 2) });
        _world.Charges.Edit(c => c.Key == new ReservationId(2, 1, 1), c => c with { Key = new ReservationId(2, 2, 2) });
        AuditAssert.Violations(await _world.Audit());

        _world.Orders.Edit(o => o.Tid == Worlds.Failed, o => o with { Order = o.Order with { Status = OrderStatus.ReadyForShipment } });

        var result = await _world.Audit();
        Assert.Equal(1, result.Checks.Single(c => c.Id == "cart.once").Violations);
        AuditAssert.Witness(result, "cart.once", "customer 2, session 2", "orders 1 (t-2), 2 (t-11)");
    }

    [Fact]
    public async Task A_lost_order()
    {
        _world.Orders.Lose(o => o.Tid == Worlds.Open);

        var result = await _world.Audit();

        AuditAssert.Witness(result, "atom.checkout", Worlds.Open, "no order");
        AuditAssert.Witness(result, "order.gapless", "customer 4", "the counter is 1, but there are 0 orders");
        AuditAssert.Witness(result, "payment.once", "customer 4, session 1, attempt 1", "for no order");
        Assert.Equal(1, result.Checks.Single(c => c.Id == "atom.checkout").Violations);
        Assert.Equal(1, result.Checks.Single(c => c.Id == "payment.once").Violations);
    }

    [Fact]
    public async Task Lost_entries_of_a_seller()
    {
        _world.Entries.Lose(e => e.Tid == Worlds.Open && e.Details.SellerId == 5);
        _world.Sellers.Edit(s => s.SellerId == 5, s => s with { EntriesIssued = 0, EntriesOpen = 0 });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.checkout", 1), ("order.lines", 1), ("money.seller", 1), ("dash.final", 1));
        AuditAssert.Witness(result, "atom.checkout", Worlds.Open, "seller 5 has 0 records of order 4|1");
        AuditAssert.Witness(result, "dash.final", "seller 5");
    }

    [Fact]
    public async Task A_failed_payment_with_entries_that_stay_open()
    {
        _world.Entries.Edit(e => e.Tid == Worlds.Failed && e.Details.SellerId == 3, e => e with { Open = true });
        _world.Sellers.Edit(s => s.SellerId == 3, s => s with { EntriesOpen = 1 });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.checkout", 1), ("dash.final", 1));
        AuditAssert.Witness(result, "atom.checkout", Worlds.Failed, "payment-failed", "1 sellers still show order 2|1 as open");
    }

    [Fact]
    public async Task A_rejected_checkout_that_made_an_order_all_the_same()
    {
        _world.Checkout(1, CheckoutOutcome.Committed, OutcomeClass.Rejected, World.Item(12, 1));

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.checkout", 1), ("customer.counts", 1));
        AuditAssert.Witness(result, "atom.checkout", "customer 1, rejected", "Order, Payment, Shipment, Seller know(s) order 1|3");
    }

    [Fact]
    public async Task An_aborted_checkout_that_left_a_reservation()
    {
        _world.StockEvents = null;
        var tid = _world.NoCheckout(1, OutcomeClass.Aborted, CheckoutStage.Requested, World.Item(12, 1));
        _world.Stock.Edit(s => (s.Item.SellerId, s.Item.ProductId) == (12, 1), s => s with
        {
            Item = s.Item with { QtyReserved = 1 },
            OpenReservations = [new OpenReservation(tid, new ReservationId(1, 2, 1), 1)],
        });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.checkout", 1), ("atom.no-residue", 1));
        AuditAssert.Witness(result, "atom.checkout", tid, "aborted", "1 pieces of 12/1 are still reserved");
        AuditAssert.Witness(result, "atom.no-residue", tid, "1 pieces of 12/1", "customer 1, session 2, attempt 1");
    }

    [Fact]
    public async Task An_unknown_checkout_that_is_half_done()
    {
        var tid = _world.Checkout(1, CheckoutOutcome.Committed, OutcomeClass.TimedOut, World.Item(12, 1));
        AuditAssert.Violations(await _world.Audit());

        _world.Entries.Lose(e => e.Tid == tid);
        _world.Sellers.Edit(s => s.SellerId == 12, s => s with { EntriesIssued = 0, EntriesOpen = 0 });

        var result = await _world.Audit();
        AuditAssert.Violations(result, ("atom.checkout", 1), ("order.lines", 1), ("money.seller", 1), ("dash.final", 1));
        AuditAssert.Witness(result, "atom.checkout", tid, "timed-out", "seller 12 has 0 records");
    }

    [Fact]
    public async Task An_order_that_nobody_sent()
    {
        _world.Checkout(1, World.Item(12, 1));
        _world.History.RemoveAt(_world.History.Count - 1);

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.checkout", 1));
        AuditAssert.Witness(result, "atom.checkout", "customer 1, never sent");
    }

    [Fact]
    public async Task An_order_that_is_not_what_was_sent()
    {
        var index = _world.History.FindIndex(o => o.Tid == Worlds.Open);
        var sent = (CheckoutOperation)_world.History[index];
        foreach (var (wrong, text) in new[]
        {
            (sent with { Items = [sent.Items[0]] }, "5/1 was never put into the cart"),
            (sent with { Items = [sent.Items[0], sent.Items[1] with { Quantity = 4 }] }, "5/1: 5 pieces"),
            (sent with { Items = [sent.Items[0], sent.Items[1] with { FreightValue = 2m }] }, "5/1: 5 pieces, freight 1.5; sent 5, 2"),
            (sent with { Items = [sent.Items[0], sent.Items[1] with { Voucher = 1m }] }, "incentive 0 at price 11"),
            (sent with { Items = [sent.Items[0], sent.Items[1] with { UnitPrice = 10m }] }, "so it must be 5"),
            (sent with { OrderId = 2 }, "answered order 2 over"),
            (sent with { TotalInvoice = sent.TotalInvoice + 0.01m }, "answered order 1 over"),
        })
        {
            _world.History[index] = wrong;

            var result = await _world.Audit();

            AuditAssert.Violations(result, ("atom.checkout", 1));
            AuditAssert.Witness(result, "atom.checkout", Worlds.Open, text);
        }
    }

    [Fact]
    public async Task A_cart_that_still_holds_what_was_sold()
    {
        var item = new CartItem(4, 1, "Lamp", 11m, 1.5m, 1, 0, "0");
        _world.Carts.Edit(c => c.CustomerId == 4, c => c with { Items = [item] });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.checkout", 1));
        AuditAssert.Witness(result, "atom.checkout", Worlds.Open, "still holds 1 items of session 1");
    }

    [Fact]
    public async Task A_cart_that_is_still_being_checked_out()
    {
        _world.Carts.Edit(c => c.CustomerId == 4, c => c with { CheckoutInFlight = true });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.no-residue", 1));
        AuditAssert.Witness(result, "atom.no-residue", "customer 4", "session 1");
    }

    [Fact]
    public async Task An_attempt_that_the_cart_forgot()
    {
        _world.Attempts.Lose(a => a.Tid == Worlds.Failed);

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.checkout", 1));
        AuditAssert.Witness(result, "atom.checkout", Worlds.Failed, "Cart remembers 0 attempts");
    }

    [Fact]
    public async Task A_charge_that_was_taken_twice_or_not_given_back_or_wrong()
    {
        var key = new ReservationId(4, 1, 1);
        _world.Charges.Double(c => c.Key == key);
        _world.Charges.Edit(c => c.Key == new ReservationId(2, 1, 1), c => c with { Accepted = true });
        _world.Charges.Edit(c => c.Key == new ReservationId(1, 1, 1), c => c with { Amount = c.Amount + 0.01m });
        _world.Charges.Add(new ChargeExport(new ReservationId(3, 9, 1), 5m, Accepted: true, Voided: false));
        _world.Charges.Add(new ChargeExport(new ReservationId(3, 9, 2), 6m, Accepted: true, Voided: true));

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("payment.once", 5));
        AuditAssert.Witness(result, "payment.once", Worlds.Open, "69.0 and 69.0");
        AuditAssert.Witness(result, "payment.once", "customer 3, session 9, attempt 2: 6 was given back");
        AuditAssert.Witness(result, "payment.once", Worlds.Failed, "not paid");
        AuditAssert.Witness(result, "payment.once", Worlds.First);
        AuditAssert.Witness(result, "payment.once", "customer 3, session 9, attempt 1: charged 5 for no order");
    }

    [Fact]
    public async Task A_missing_statistic()
    {
        foreach (var (edit, text) in new (Func<Customer, Customer>, string)[]
        {
            (c => c with { SuccessPaymentCount = c.SuccessPaymentCount - 1 }, "successful payments grew by 0, but 1 happened"),
            (c => c with { FailedPaymentCount = c.FailedPaymentCount + 1 }, "failed payments grew by 1, but 0 happened"),
            (c => c with { DeliveryCount = c.DeliveryCount - 1 }, "deliveries grew by 2, but 3 happened"),
            (c => c with { RejectedCheckoutCount = c.RejectedCheckoutCount + 1 }, "rejected checkouts grew by 1, but 0 happened"),
            (c => c with { TotalSpent = c.TotalSpent - 0.01m }, "total spent grew by"),
        })
        {
            var world = Worlds.Busy();
            world.Customers.Edit(c => c.Customer.Id == 1, c => c with { Customer = edit(c.Customer) });

            var result = await world.Audit();

            AuditAssert.Violations(result, ("customer.counts", 1));
            AuditAssert.Witness(result, "customer.counts", "customer 1", text);
        }
    }
}
