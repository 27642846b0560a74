using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Order;
using Marketplace.Grains.Replication;
using Marketplace.Grains.Shipment;
using Marketplace.Protocols;
using Orleans;
using Xunit;

namespace Marketplace.Silo.Tests.Entry;

public class DeliveryTests
{
    private static readonly OrderStatus[] Statuses =
        [OrderStatus.Invoiced, OrderStatus.PaymentProcessed, OrderStatus.ReadyForShipment, OrderStatus.InTransit, OrderStatus.Delivered];

    [Fact]
    public async Task Nothing_open_is_no_failure()
    {
        await using var world = await EntryWorld.Create();
        Assert.Equal(new DeliveryAnswer("d", 0, 0), await world.Entry.UpdateDelivery("d"));
    }

    [Fact]
    public async Task The_first_ten_sellers_over_all_partitions_are_served_with_their_oldest_order_each()
    {
        await using var world = await EntryWorld.Create();
        for (var seller = 1; seller <= 12; seller++)
        {
            // Another customer each time, so that the orders lie in all partitions; the first seller has a second order.
            await world.Buy(seller, $"t{seller}", Records.Line(seller, 1), Records.Line(seller, 2));
        }

        await world.Buy(13, "t13", Records.Line(1, 1));
        Assert.Equal(new DeliveryAnswer("d1", 10, 20), await world.Entry.UpdateDelivery("d1"));
        var deliveries = await world.Export("deliveries", EntityJson.Default.DeliveryExport);
        Assert.Equal(Enumerable.Range(1, 10), deliveries.SelectMany(d => d.Chosen).Select(c => c.SellerId).Order());
        Assert.All(deliveries.SelectMany(d => d.Chosen), chosen => Assert.Equal(chosen.SellerId, chosen.CustomerId));
        Assert.Equal(new DeliveryAnswer("d2", 3, 5), await world.Entry.UpdateDelivery("d2"));
        Assert.Equal(new DeliveryAnswer("d3", 0, 0), await world.Entry.UpdateDelivery("d3"));
    }

    [Fact]
    public async Task An_order_is_concluded_with_its_last_package_and_all_its_sellers_hear_of_it()
    {
        await using var world = await EntryWorld.Create();
        await world.Buy(1, "t1", [.. Enumerable.Range(1, 10).Select(seller => Records.Line(seller, 1))]);
        await world.Buy(2, "t2", Records.Line(11, 1), Records.Line(1, 1));
        await world.Entry.UpdateDelivery("d1");
        Assert.Equal(OrderStatus.Delivered, (await world.Entry.GetOrder(1, 1)).Value!.Order.Status);
        Assert.Equal(OrderStatus.ReadyForShipment, (await world.Entry.GetOrder(2, 1)).Value!.Order.Status);
        Assert.Equal(10, (await world.Entry.GetCustomer(1)).Value!.DeliveryCount);
        Assert.Equal(2, Assert.Single((await world.Entry.Dashboard(1, "x")).Value!.OrderEntries).CustomerId);

        await world.Entry.UpdateDelivery("d2");
        var entries = await world.Export("entries", EntityJson.Default.EntryExport);
        Assert.All(entries, entry => Assert.Equal((false, 1, 1), (entry.Open, entry.DeliveryNotifications, entry.ConclusionNotifications)));
        Assert.Equal(12, entries.Count);
        Assert.Equal(Statuses, (await world.Entry.GetOrder(2, 1)).Value!.History.Select(step => step.Status));
    }

    [Fact]
    public async Task Concurrent_deliveries_never_deliver_a_package_twice_and_leave_none()
    {
        const int Rounds = 60;
        await using var world = await EntryWorld.Create(new EntryWorldOptions { Stock = 1_000_000 });
        var work = Enumerable.Range(1, EntryWorld.Customers).Select(async customer =>
        {
            await Task.Yield();
            for (var i = 0; i < Rounds; i++)
            {
                await world.Buy(customer, $"{customer}-{i}", [.. Enumerable.Range(0, 8).Select(k => Line(customer + i + k))]);
                await world.Entry.UpdateDelivery($"d-{customer}-{i}");
            }
        });
        await Task.WhenAll(work);
        await world.DeliverAll();
        var shipments = await world.Export("shipments", EntityJson.Default.ShipmentExport);
        Assert.Equal(EntryWorld.Customers * Rounds, shipments.Count);
        Assert.All(shipments, shipment => Assert.Equal(ShipmentStatus.Concluded, shipment.Shipment.Status));
        var delivered = (await world.Export("deliveries", EntityJson.Default.DeliveryExport)).SelectMany(d => d.Chosen).Sum(c => c.Packages);
        Assert.Equal(shipments.Sum(shipment => shipment.Packages.Length), delivered);

        // Whatever overtakes whatever, every seller heard of each of its packages before the order was concluded.
        var entries = await world.Export("entries", EntityJson.Default.EntryExport);
        Assert.All(entries, order => Assert.Equal(order.Entries.Length, order.DeliveryNotifications));
        var orders = await world.Export("orders", EntityJson.Default.OrderExport);
        Assert.All(orders, order => Assert.Equal(Statuses, order.History.Select(step => step.Status)));
        var customers = await world.Export("customers", EntityJson.Default.CustomerExport);
        Assert.Equal(delivered, customers.Sum(customer => customer.Customer.DeliveryCount));
    }

    [Theory]
    [InlineData("none")]
    [InlineData("saga")]
    public async Task Deliveries_that_meet_choose_one_after_the_other(string protocol)
    {
        const int Deliveries = 30;
        var partitions = new BusyPartitions();
        await using var world = await EntryWorld.Create(new EntryWorldOptions { Protocol = protocol, Filter = partitions });
        for (var order = 0; order < 2 * Deliveries; order++)
        {
            var customer = 1 + (order % EntryWorld.Customers);
            await world.Buy(customer, $"t{order}", [.. Enumerable.Range(0, 6).Select(k => Line(order + k))]);
        }

        var answers = await Task.WhenAll(Enumerable.Range(0, Deliveries).Select(number => world.Entry.UpdateDelivery($"d{number}")));
        Assert.All(answers, answer => Assert.Equal(UpdateDelivery.Sellers, answer.Sellers));

        // Else all choose the same ten orders at once, one of them gets them, and the others choose again.
        Assert.Equal(Deliveries * new EntryWorldOptions().Partitions, partitions.Asked);
    }

    /// <summary>Order and sellers, who know repeats of their own, do not know that it is the same shipment.</summary>
    [Theory]
    [InlineData("locking")]
    [InlineData("deterministic")]
    public async Task A_shipment_that_hears_of_a_payment_twice_tells_of_it_once(string protocol)
    {
        var payments = new RepeatedPayments();
        await using var world = await EntryWorld.Create(new EntryWorldOptions
        {
            Protocol = protocol,
            Filter = payments,
            Replication = static services => services.AddNoReplication()
                .AddDelivery(new DeliveryOptions { Level = DeliveryLevel.ExactlyOnce, InTransactions = true }),
        });
        Assert.Equal(CheckoutOutcome.Committed, (await world.Buy(1, "t1", Records.Line(1, 1), Records.Line(2, 1))).Value!.Outcome);
        Assert.Equal((1, 3), (payments.Repeated, payments.Told));
        Assert.Equal(2, Assert.Single(await world.Export("shipments", EntityJson.Default.ShipmentExport)).Packages.Length);
    }

    private static CartItem Line(int number) => Records.Line(1 + (number % EntryWorld.Sellers), 1);

    /// <summary>Payments of which Shipment hears twice, in one transaction.</summary>
    private sealed class RepeatedPayments : IIncomingGrainCallFilter
    {
        private int _repeated;
        private int _told;

        public int Repeated => Volatile.Read(ref _repeated);

        /// <summary>Calls to order and sellers that tell of a shipment.</summary>
        public int Told => Volatile.Read(ref _told);

        public async Task Invoke(IIncomingGrainCallContext context)
        {
            if (context.MethodName == nameof(IOrderGrain.OnShipmentNotification))
                Interlocked.Increment(ref _told);

            await context.Invoke();
            if (context.Grain is not IShipmentGrain shipment || context.MethodName != nameof(IShipmentGrain.OnPaymentConfirmed))
                return;

            Interlocked.Increment(ref _repeated);
            await shipment.OnPaymentConfirmed(
                (TransactionContext)context.Request.GetArgument(0)!, (PaymentConfirmed)context.Request.GetArgument(1)!);
        }
    }

    /// <summary>Partitions that are not idle when they are asked for their oldest orders.</summary>
    private sealed class BusyPartitions : IIncomingGrainCallFilter
    {
        private int _asked;

        public int Asked => Volatile.Read(ref _asked);

        public async Task Invoke(IIncomingGrainCallContext context)
        {
            if (context.MethodName == nameof(IShipmentGrain.Oldest))
            {
                Interlocked.Increment(ref _asked);
                await Task.Yield();
            }

            await context.Invoke();
        }
    }
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class DeliveryTestsOnLocal : DeliveryTests;
