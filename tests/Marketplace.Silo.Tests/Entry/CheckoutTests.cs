using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Payment;
using Marketplace.Silo.Tests.Receipts;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Silo.Tests.Entry;

public class CheckoutTests
{
    [Fact]
    public async Task A_committed_checkout_shows_in_every_service()
    {
        await using var world = await EntryWorld.Create();
        var answer = await world.Buy(1, "t1", Records.Line(1, 1, 2, voucher: 3m), Records.Line(2, 3));
        Assert.Equal(new CheckoutAnswer("t1", CheckoutOutcome.Committed, 1, answer.Value!.InvoiceNumber, 2, 32m), answer.Value);

        var order = (await world.Entry.GetOrder(1, 1)).Value!;
        Assert.Equal(
            (OrderStatus.ReadyForShipment, 2, 27m, 5m),
            (order.Order.Status, order.Order.CountItems, order.Order.TotalAmount, order.Order.TotalFreight));
        Assert.Equal([32m, 3m], (await world.Entry.GetPayment(1, 1)).Value!.Lines.Select(line => line.Value));
        Assert.Equal(2, (await world.Entry.GetShipment(1, 1)).Value!.Packages.Length);
        Assert.Equal((998, 0, 2), Figures((await world.Entry.GetStock(1, 1)).Value!));
        Assert.Equal(19.5m, (await world.Entry.Dashboard(1, "d")).Value!.SellerView.TotalInvoice);
        var customer = (await world.Entry.GetCustomer(1)).Value!;
        Assert.Equal((1, 32m), (customer.SuccessPaymentCount, customer.TotalSpent));
        Assert.Empty((await world.Entry.GetCart(1)).Value!.Items);
        Assert.Equal(2, (await world.Entry.History(1, "t1")).Length);
    }

    [Fact]
    public async Task Items_out_of_stock_are_left_out_and_the_others_bought()
    {
        await using var world = await EntryWorld.Create(new EntryWorldOptions { Stock = 3 });
        var answer = await world.Buy(1, "t1", Records.Line(1, 1, 5), Records.Line(2, 1, 3), Records.Line(3, 1, 1, version: "old"));
        Assert.Equal((CheckoutOutcome.Committed, 1), (answer.Value!.Outcome, answer.Value.CountItems));
        Assert.Equal(2, Assert.Single((await world.Entry.GetOrder(1, 1)).Value!.Items).SellerId);
        Assert.Equal((3, 0, 0), Figures((await world.Entry.GetStock(1, 1)).Value!));
        Assert.Equal((0, 0, 3), Figures((await world.Entry.GetStock(2, 1)).Value!));
    }

    [Fact]
    public async Task With_nothing_in_stock_the_checkout_is_rejected_and_the_cart_kept()
    {
        await using var world = await EntryWorld.Create(new EntryWorldOptions { Stock = 3 });
        var answer = await world.Buy(1, "t1", Records.Line(1, 1, 5));
        Assert.Equal((CheckoutOutcome.Rejected, 0), (answer.Value!.Outcome, answer.Value.OrderId));
        Assert.Single((await world.Entry.GetCart(1)).Value!.Items);
        Assert.Equal(1, (await world.Entry.GetCustomer(1)).Value!.RejectedCheckoutCount);
        Assert.True((await world.Entry.GetOrder(1, 1)).IsRefused);

        await world.Entry.Replenish(1, 1, 10);
        Assert.Equal(CheckoutOutcome.Committed, (await world.Entry.Checkout(Records.Checkout(1, "t2"))).Value!.Outcome);
    }

    [Fact]
    public async Task A_declined_payment_withdraws_the_reservation_and_closes_order_and_entries()
    {
        await using var world = await EntryWorld.Create(new EntryWorldOptions { Provider = new PaymentProviderOptions { DeclineRate = 1 } });
        var answer = await world.Buy(1, "t1", Records.Line(1, 1, 2));
        Assert.Equal((CheckoutOutcome.PaymentFailed, 1), (answer.Value!.Outcome, answer.Value.OrderId));
        Assert.Equal(OrderStatus.PaymentFailed, (await world.Entry.GetOrder(1, 1)).Value!.Order.Status);
        Assert.Equal((1000, 0, 0), Figures((await world.Entry.GetStock(1, 1)).Value!));
        Assert.Empty((await world.Entry.Dashboard(1, "d")).Value!.OrderEntries);
        var customer = (await world.Entry.GetCustomer(1)).Value!;
        Assert.Equal((0, 1), (customer.SuccessPaymentCount, customer.FailedPaymentCount));
        Assert.True((await world.Entry.GetShipment(1, 1)).IsRefused);
        Assert.Single((await world.Entry.GetCart(1)).Value!.Items);
    }

    [Fact]
    public async Task A_repeat_gets_the_same_answer_and_makes_no_second_order()
    {
        await using var world = await EntryWorld.Create();
        var first = await world.Buy(1, "t1", Records.Line(1, 1));
        var again = await world.Entry.Checkout(Records.Checkout(1, "t1"));
        Assert.Equal(first, again);
        Assert.Equal("session-already-checked-out", (await world.Entry.Checkout(Records.Checkout(1, "t2"))).Refusal?.Type);
        Assert.Equal(1, (await world.Entry.GetOrders(1)).Value!.OrderCount);

        // After an add the same tid is a new checkout: public drivers use the same tids in every run.
        Assert.Equal(2, (await world.Buy(1, "t1", Records.Line(1, 1))).Value!.OrderId);
    }

    [Fact]
    public async Task While_a_checkout_runs_a_repeat_joins_it_and_everything_else_waits_outside()
    {
        var payment = new HeldPayment();
        await using var world = await EntryWorld.Create(new EntryWorldOptions { Filter = payment });
        await world.Entry.AddItem(1, Records.Line(1, 1));
        var first = world.Entry.Checkout(Records.Checkout(1, "t1"));
        await payment.Arrived;
        var joined = world.Entry.Checkout(Records.Checkout(1, "t1"));
        Assert.Equal("checkout-in-flight", (await world.Entry.Checkout(Records.Checkout(1, "t2"))).Refusal?.Type);
        Assert.Equal("checkout-in-flight", (await world.Entry.AddItem(1, Records.Line(2, 2)))?.Type);
        Assert.Equal("checkout-in-flight", (await world.Entry.Seal(1))?.Type);
        payment.Release();
        Assert.Equal(await first, await joined);
        Assert.Single(await world.Export("orders", EntityJson.Default.OrderExport));
        Assert.Single(await world.Export("charges", EntityJson.Default.ChargeExport));
    }

    [Fact]
    public async Task Unknown_customers_and_empty_carts_are_refused_without_a_trace()
    {
        await using var world = await EntryWorld.Create();
        var before = await world.Dump();
        Assert.Equal("unknown-customer", (await world.Entry.Checkout(Records.Checkout(99, "t"))).Refusal?.Type);
        Assert.Equal("empty-cart", (await world.Entry.Checkout(Records.Checkout(1, "t"))).Refusal?.Type);
        Assert.Equal(before, await world.Dump());
    }

    [Fact]
    public async Task A_sealed_session_is_gone_and_the_next_add_starts_another()
    {
        await using var world = await EntryWorld.Create();
        await world.Entry.AddItem(1, Records.Line(1, 1));
        Assert.Null(await world.Entry.Seal(1));
        Assert.Equal("empty-cart", (await world.Entry.Checkout(Records.Checkout(1, "t"))).Refusal?.Type);
        await world.Entry.AddItem(1, Records.Line(2, 2));
        Assert.Equal(2, (await world.Entry.GetCart(1)).Value!.Session);
    }

    [Fact(Timeout = 30_000)]
    public async Task Prices_that_moved_are_reconciled_where_updates_are_replicated()
    {
        await using var world = await EntryWorld.Create(new EntryWorldOptions { Replicate = true });
        await world.Entry.AddItem(1, Records.Line(1, 1, 2));
        await world.Entry.AddItem(1, Records.Line(2, 1, 2));
        await world.Entry.AddItem(1, Records.Line(3, 1, 2));
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await world.Entry.UpdatePrice(new PriceUpdate(2, 1, 9m, "u2", null));
        await world.Entry.ReplaceProduct(Records.Product(3, 1, version: "d1"));

        // Replication is eventual: the carts hear of the updates some time after they are acknowledged.
        await Wait.Until("the cart has all replicas", async () => (await world.Entry.GetCart(1)).Value!.Replicas.Length == 3);

        var answer = (await world.Entry.Checkout(Records.Checkout(1, "t1"))).Value!;
        Assert.Equal([(12m, 4m), (9m, 0m)], (await world.Entry.GetOrder(1, 1)).Value!.Items.Select(item => (item.UnitPrice, item.Voucher)));
        Assert.Equal(20m + 18m + 5m, answer.TotalInvoice);
    }

    private static (int Available, int Reserved, int Ytd) Figures(StockItem item) => (item.QtyAvailable, item.QtyReserved, item.Ytd);
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class CheckoutTestsOnLocal : CheckoutTests;
