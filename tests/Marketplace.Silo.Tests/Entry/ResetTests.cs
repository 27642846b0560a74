using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Silo.Tests.Receipts;
using Xunit;

namespace Marketplace.Silo.Tests.Entry;

public class ResetTests
{
    [Fact]
    public async Task A_reset_restores_exactly_what_was_ingested()
    {
        await using var world = await EntryWorld.Create();
        await Populate(world);
        var ingested = await world.Dump();
        for (var round = 0; round < 2; round++)
        {
            await Use(world);
            Assert.NotEqual(ingested, await world.Dump());
            await world.Entry.Reset(TestContext.Current.CancellationToken);
            Assert.Equal(ingested, await world.Dump());
        }
    }

    [Fact]
    public async Task A_clean_up_leaves_nothing()
    {
        await using var world = await EntryWorld.Create();
        await Populate(world);
        await Use(world);
        await world.Entry.Cleanup(TestContext.Current.CancellationToken);
        var names = world.Entry.ExportNames.Where(static name => name is not ("placement" or "clock"));
        Assert.Equal(names, (await world.Dump()).Split('\n', StringSplitOptions.RemoveEmptyEntries));
        Assert.True((await world.Entry.GetCustomer(1)).IsRefused);
        Assert.Equal("unknown-customer", (await world.Buy(1, "t", Records.Line(1, 1))).Refusal?.Type);
    }

    [Fact]
    public async Task Pre_populated_orders_are_history()
    {
        await using var world = await EntryWorld.Create();
        await Populate(world);
        Assert.Equal(2, (await world.Entry.GetOrders(3)).Value!.OrderCount);
        Assert.Equal(ShipmentStatus.Concluded, (await world.Entry.GetShipment(3, 2)).Value!.Shipment.Status);
        Assert.Equal(0, (await world.Entry.UpdateDelivery("d")).Packages);
        Assert.Equal(3, (await world.Buy(3, "t", Records.Line(1, 1))).Value!.OrderId);
        var refusals = await world.Entry.AddOrders([Import(3, 4), Import(6, 1), Import(6, 3), Import(6, 2)]);
        Assert.Equal(["order-ids-not-next", null, "order-ids-not-next", null], refusals.Select(static refusal => refusal?.Type));
        Assert.Equal(2, (await world.Entry.GetOrders(6)).Value!.OrderCount);
    }

    [Fact]
    public async Task A_reset_waits_for_what_is_under_way_and_holds_back_what_comes()
    {
        var payment = new HeldPayment();
        await using var world = await EntryWorld.Create(new EntryWorldOptions { Filter = payment });
        await world.Entry.AddItem(1, Records.Line(1, 1));
        var checkout = world.Entry.Checkout(Records.Checkout(1, "t1"));
        await payment.Arrived;
        var reset = world.Entry.Reset(TestContext.Current.CancellationToken);
        Assert.False(world.Entry.IsOpen);
        var late = world.Entry.AddItem(2, Records.Line(1, 1));
        Assert.False(reset.IsCompleted || late.IsCompleted);
        payment.Release();
        Assert.Equal(CheckoutOutcome.Committed, (await checkout).Value!.Outcome);
        await reset;
        Assert.Null(await late);
        Assert.True(world.Entry.IsOpen);
        Assert.Empty(await world.Export("orders", EntityJson.Default.OrderExport));
        Assert.Single((await world.Entry.GetCart(2)).Value!.Items);
    }

    private static async Task Use(EntryWorld world)
    {
        await world.Buy(1, "t1", Records.Line(1, 1), Records.Line(2, 2));
        await world.Buy(3, "t2", Records.Line(1, 1));
        await world.Entry.UpdateDelivery("d1");
        await world.Buy(2, "t3", Records.Line(1, 1));
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 5m, "u1", null));
        await world.Entry.ReplaceProduct(Records.Product(1, 2, version: "d"));
        await world.Entry.AddItem(4, Records.Line(1, 1));
        await world.Entry.Replenish(1, 1, 5);
    }

    private static async Task Populate(EntryWorld world)
    {
        Assert.All(await world.Entry.AddOrders([Import(3, 1), Import(5, 1)]), Assert.Null);
        Assert.All(await world.Entry.AddOrders([Import(3, 2)]), Assert.Null);
    }

    private static OrderImport Import(int customer, int order)
    {
        var date = new DateTime(2025, 1, 2, 3, 4, 5, DateTimeKind.Utc);
        return new OrderImport(
            new Order(
                order,
                customer,
                $"{customer}-20250102-{order}",
                OrderStatus.Delivered,
                PurchaseDate: date,
                PaymentDate: date,
                DeliveredCarrierDate: date,
                DeliveredCustomerDate: date,
                EstimatedDeliveryDate: date,
                CountItems: 1,
                CreatedAt: date,
                UpdatedAt: date,
                TotalAmount: 10m,
                TotalFreight: 2.5m,
                TotalIncentive: 0,
                TotalInvoice: 12.5m,
                TotalItems: 10m),
            [new OrderItem(order, 1, 1, "Lamp", 1, 10m, date, 2.5m, 1, 10m, 10m, 0)],
            [new OrderHistory(1, order, date, OrderStatus.Delivered)],
            [new OrderPayment(order, 1, PaymentType.Boleto, 1, 12.5m, PaymentStatus.Succeeded)],
            null,
            new Shipment(order, customer, 1, 2.5m, date, ShipmentStatus.Concluded, "Ada", "Byron", "1 Loop", "", "10121", "Turin", "TO"),
            [new Package(0, order, customer, 1, 1, 1, "Lamp", 2.5m, date, date, 1, PackageStatus.Delivered)]);
    }
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class ResetTestsOnLocal : ResetTests;
