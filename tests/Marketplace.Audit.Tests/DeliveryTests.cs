using Marketplace.Audit.History;
using Marketplace.Contracts.Entities;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class DeliveryTests
{
    [Fact]
    public async Task A_seller_passed_over_for_a_younger_one()
    {
        var world = Backlog(sellers: 12);
        var tid = world.Deliver(skip: 3);

        var result = await world.Audit();

        AuditAssert.Violations(result, ("delivery.rule", 1));
        AuditAssert.Witness(result, "delivery.rule", $"{tid}: served 10 sellers, and passed over order 3|1 of seller 3", "open throughout");
    }

    [Fact]
    public async Task Fewer_than_ten_sellers_although_more_are_open()
    {
        var world = Backlog(sellers: 5);
        var tid = world.Deliver(skip: 5);

        var result = await world.Audit();

        AuditAssert.Violations(result, ("delivery.rule", 1));
        AuditAssert.Witness(result, "delivery.rule", $"{tid}: served 4 sellers, and passed over order 5|1 of seller 5");
    }

    [Fact]
    public async Task An_empty_delivery_although_an_order_is_open()
    {
        var world = Backlog(sellers: 1);
        var tid = world.Deliver(skip: 1);

        var result = await world.Audit();

        AuditAssert.Violations(result, ("delivery.rule", 1));
        AuditAssert.Witness(result, "delivery.rule", $"{tid}: served 0 sellers, and passed over order 1|1 of seller 1");
        Assert.StartsWith("1 deliveries, 0 packages each, 1 empty.", result.Checks.Single(c => c.Id == "delivery.rule").Note);
    }

    [Fact]
    public async Task A_younger_order_of_a_seller_before_its_older_one()
    {
        var world = new World(customers: 2);
        world.Checkout(1, World.Item(1, 1));
        world.Checkout(2, World.Item(1, 2));
        var older = world.Shipments[0];
        world.Shipments.RemoveAt(0);
        var tid = world.Deliver();
        world.Shipments.Insert(0, older);

        var result = await world.Audit();

        AuditAssert.Violations(result, ("delivery.rule", 1));
        AuditAssert.Witness(result, "delivery.rule", $"{tid}: served 1 sellers, and passed over order 1|1 of seller 1");
    }

    [Fact]
    public async Task Sellers_of_one_shipment_are_of_one_age()
    {
        var world = new World();
        world.Checkout(1, [.. Enumerable.Range(1, 12).Select(seller => World.Item(seller, 1))]);
        world.Deliver(skip: [2, 5]);

        AuditAssert.Violations(await world.Audit());
    }

    [Fact]
    public async Task An_order_that_came_or_went_during_the_delivery_may_be_passed_over()
    {
        // The delivery overlaps the checkout of seller 1; a second one, which takes it, overlaps the first.
        var world = new World();
        world.Checkout(1, World.Item(1, 1));
        world.Now -= World.Duration;
        world.Deliver(skip: 1);
        world.Now -= World.Duration;
        world.Deliver();

        var result = await world.Audit();

        AuditAssert.Violations(result);
        Assert.Equal(2, result.Checks.Single(c => c.Id == "delivery.rule").Examined);
    }

    [Fact]
    public async Task A_delivery_of_unknown_outcome_is_not_judged_but_what_it_did_is()
    {
        var world = Backlog(sellers: 3);
        world.Deliver(OutcomeClass.TimedOut, skip: 1);
        AuditAssert.Violations(await world.Audit());

        world.Deliveries.RemoveAt(0);
        var result = await world.Audit();

        Assert.Equal(1, result.Checks.Single(c => c.Id == "atom.delivery").Violations);
    }

    [Fact]
    public async Task A_package_delivered_twice()
    {
        var world = Backlog(sellers: 1);
        var first = world.Deliver();
        world.Deliveries.Add(world.Deliveries[0] with { Tid = "t-3" });
        world.NoDelivery("t-3", sellers: 1, packages: 1);

        var result = await world.Audit();

        AuditAssert.Violations(result, ("delivery.once", 1));
        AuditAssert.Witness(result, "delivery.once", "t-1: order 1|1", "seller 1 is delivered 2 times");
        Assert.Equal("t-2", first);
    }

    [Fact]
    public async Task A_delivered_shipment_that_is_recorded_twice()
    {
        var world = Backlog(sellers: 2);
        world.Deliver();
        world.Shipments.Add(world.Shipments[0]);
        world.Now += 10 * World.Duration;
        world.Deliver();

        var result = await world.Audit();

        AuditAssert.Violations(result, ("atom.checkout", 1), ("atom.delivery", 1), ("customer.counts", 1), ("order.lines", 1));
        AuditAssert.Witness(result, "atom.checkout", "t-1", "order 1|1 has 2 shipments");
    }

    [Fact]
    public async Task A_delivered_order_of_which_services_name_different_transactions()
    {
        var world = new World();
        var first = world.Checkout(1, World.Item(1, 1));
        var second = world.Checkout(1, World.Item(1, 1));
        world.Deliver();
        world.Payments.Edit(p => p.Tid == first, p => p with { Tid = second });
        world.Now += 10 * World.Duration;
        world.Deliver();

        var result = await world.Audit();

        AuditAssert.Violations(result, ("atom.checkout", 1));
        AuditAssert.Witness(result, "atom.checkout", $"{second} (customer 1, committed): not one order but 2, 1");
    }

    [Fact]
    public async Task Notifications_that_came_twice()
    {
        var world = Backlog(sellers: 2);
        world.Deliver();
        world.Entries.Edit(e => e.Details.SellerId == 1, e => e with { DeliveryNotifications = 2 });
        world.Entries.Edit(e => e.Details.SellerId == 2, e => e with { ConclusionNotifications = 2 });
        world.Orders.Edit(o => o.Order.CustomerId == 2, o => o with { History = o.History.Add(o.History[^1]) });

        var result = await world.Audit();

        AuditAssert.Violations(result, ("delivery.once", 2));
        AuditAssert.Witness(result, "delivery.once", "order 1|1", "heard of 2 deliveries of 1 packages");
        AuditAssert.Witness(result, "delivery.once", "order 2|1", "seller 2 heard 2 times", "Order heard 2 times");
    }

    [Fact]
    public async Task Notifications_that_were_lost()
    {
        var world = Worlds.Busy();
        world.Entries.Edit(e => e.Tid == Worlds.First && e.Details.SellerId == 1, e => e with { DeliveryNotifications = 1 });

        var result = await world.Audit();

        AuditAssert.Violations(result, ("atom.delivery", 1));
        AuditAssert.Witness(result, "atom.delivery", Worlds.First, "seller 1 heard of 1 deliveries of 2");
    }

    [Fact]
    public async Task A_seller_that_did_not_hear_that_the_shipment_is_concluded()
    {
        var world = Worlds.Busy();
        world.Entries.Edit(e => e.Tid == Worlds.First && e.Details.SellerId == 1, e => e with { ConclusionNotifications = 0, Open = true });
        world.Sellers.Edit(s => s.SellerId == 1, s => s with { EntriesOpen = s.EntriesOpen + 2 });

        var result = await world.Audit();

        AuditAssert.Violations(result, ("atom.delivery", 1), ("dash.final", 1), ("dash.fresh", 1));
        AuditAssert.Witness(result, "atom.delivery", Worlds.First, "seller 1 did not hear", "order 1|2 is open at seller 1");
    }

    [Fact]
    public async Task An_order_that_did_not_hear_of_its_delivery()
    {
        var world = Backlog(sellers: 1);
        world.Deliver();
        world.Orders.Edit(o => o.Tid == "t-1", o => o with
        {
            Order = o.Order with { Status = OrderStatus.ReadyForShipment },
            History = o.History.RemoveAt(o.History.Length - 1),
        });

        var result = await world.Audit();

        Assert.Equal(1, result.Checks.Single(c => c.Id == "atom.delivery").Violations);
        AuditAssert.Witness(result, "atom.delivery", "t-1: order 1|1", "1 of 1 packages are delivered, the order is ReadyForShipment");
    }

    [Fact]
    public async Task Half_of_a_sellers_packages()
    {
        var world = new World();
        world.Checkout(1, World.Item(1, 1), World.Item(1, 2), World.Item(2, 1));
        world.Deliver();
        world.Shipments.Edit(_ => true, s => s with
        {
            Packages = s.Packages.SetItem(0, s.Packages[0] with { Status = PackageStatus.Shipped, DeliveryDate = null }),
        });

        var result = await world.Audit();

        Assert.Equal(1, result.Checks.Single(c => c.Id == "atom.delivery").Violations);
        AuditAssert.Witness(result, "atom.delivery", "t-1", "1 of the 2 packages of seller 1 are delivered");
    }

    [Fact]
    public async Task A_delivery_that_did_not_do_what_it_answered()
    {
        var world = Backlog(sellers: 2);
        var tid = world.Deliver();
        world.History.Edit(o => o.Tid == tid, o => (UpdateDeliveryOperation)o with { Packages = 3 });
        world.NoDelivery("t-9", sellers: 0, packages: 0);
        world.NoDelivery("t-10", sellers: 1, packages: 1);

        var result = await world.Audit();

        AuditAssert.Violations(result, ("atom.delivery", 2));
        AuditAssert.Witness(result, "atom.delivery", $"{tid} answered 3 packages of 2 sellers, recorded are 2 of 2");
        AuditAssert.Witness(result, "atom.delivery", "t-10 answered 1 packages of 1 sellers, recorded are 0 of 0");
    }

    [Fact]
    public async Task An_aborted_delivery_that_delivered_and_one_that_was_never_sent()
    {
        var world = Backlog(sellers: 2);
        var aborted = world.Deliver(OutcomeClass.Aborted);
        world.Checkout(1, World.Item(1, 1));
        var unsent = world.Deliver();
        world.History.RemoveAt(world.History.Count - 1);

        var result = await world.Audit();

        AuditAssert.Violations(result, ("atom.delivery", 2));
        AuditAssert.Witness(result, "atom.delivery", $"{aborted} (aborted) delivered 2 packages");
        AuditAssert.Witness(result, "atom.delivery", $"{unsent} delivered 1 packages, but was never sent");
    }

    [Fact]
    public async Task More_than_ten_sellers()
    {
        var world = Backlog(sellers: 12);
        var first = world.Deliver();
        var second = world.Deliver();
        foreach (var record in world.Deliveries.Where(d => d.Tid == second).ToList())
            world.Deliveries.Edit(d => d == record, d => d with { Tid = first });
        world.History.RemoveAt(world.History.Count - 1);
        world.History.Edit(o => o.Tid == first, o => (UpdateDeliveryOperation)o with { Sellers = 12, Packages = 12 });

        var result = await world.Audit();

        AuditAssert.Violations(result, ("delivery.rule", 1));
        AuditAssert.Witness(result, "delivery.rule", $"{first}: served 12 sellers");
    }

    // An order of one item for each seller, the oldest of seller 1.
    private static World Backlog(int sellers)
    {
        var world = new World(customers: sellers);
        for (var seller = 1; seller <= sellers; seller++)
            world.Checkout(seller, World.Item(seller, 1));

        // Until two durations later nobody can tell from outside whether the last of them was open yet.
        world.Now += 2 * World.Duration;
        return world;
    }
}
