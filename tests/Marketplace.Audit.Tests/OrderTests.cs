using Marketplace.Contracts.Entities;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class OrderTests
{
    private readonly World _world = Worlds.Busy();

    [Fact]
    public async Task A_gap_in_the_order_ids()
    {
        _world.Counters.Edit(c => c.CustomerId == 2, c => c with { OrderCount = 3 });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("order.gapless", 1));
        AuditAssert.Witness(result, "order.gapless", "customer 2", "the counter is 3, but there are 2 orders");
    }

    [Fact]
    public async Task A_wrong_invoice_number()
    {
        _world.Orders.Edit(o => o.Tid == Worlds.Open, o => o with { Order = o.Order with { InvoiceNumber = "4-20260101-7" } });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("order.gapless", 1));
        AuditAssert.Witness(result, "order.gapless", "customer 4", "4-20260101-7, not 4-20260101-1");
    }

    [Fact]
    public async Task A_wrong_count_of_items()
    {
        _world.Orders.Edit(o => o.Tid == Worlds.First, o => o with { Order = o.Order with { CountItems = 4 } });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("order.lines", 1));
        AuditAssert.Witness(result, "order.lines", Worlds.First, "order 1|2 of 3 items", "counts 4 items");
    }

    [Fact]
    public async Task A_seller_that_counts_entries_it_does_not_show()
    {
        _world.Sellers.Edit(s => s.SellerId == 1, s => s with { EntriesIssued = s.EntriesIssued + 1 });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("order.lines", 1));
        AuditAssert.Witness(result, "order.lines", "seller 1 counts 5 entries ever issued, and shows 4");
    }

    [Theory]
    [InlineData(Worlds.First)]
    [InlineData("")]
    public async Task Money_of_an_order_off_by_a_cent(string tid)
    {
        _world.Orders.Edit(o => o.Tid == tid, o => o with { Order = o.Order with { TotalFreight = o.Order.TotalFreight + 0.01m } });

        var result = await _world.Audit();

        Assert.Equal(1, result.Checks.Single(c => c.Id == "money.order").Violations);
        AuditAssert.Witness(result, "money.order", "order 1|", "total freight is", "total invoice is");
        Assert.Equal(tid.Length == 0 ? 0 : 1, result.Checks.Single(c => c.Id == "money.seller").Violations);
    }

    [Fact]
    public async Task A_line_of_an_order_off_by_a_cent()
    {
        _world.Orders.Edit(o => o.Tid == Worlds.First, o => o with
        {
            Items = o.Items.SetItem(0, o.Items[0] with { TotalItems = o.Items[0].TotalItems + 0.01m }),
        });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("money.order", 1));
        AuditAssert.Witness(result, "money.order", Worlds.First, "line 1: 11 × 2 is not 22.01");
    }

    [Fact]
    public async Task Money_of_a_payment_off_by_a_cent()
    {
        Pay(Worlds.Open, 0, 68.99m);
        Pay(Worlds.First, 1, 0.74m);

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("money.payment", 2));
        AuditAssert.Witness(result, "money.payment", Worlds.Open, "main line 68.99, invoice 69.0");
        AuditAssert.Witness(result, "money.payment", Worlds.First, "voucher lines [0.74], incentives [0.75]");
    }

    private void Pay(string tid, int line, decimal value) =>
        _world.Payments.Edit(p => p.Tid == tid, p => p with { Lines = p.Lines.SetItem(line, p.Lines[line] with { Value = value }) });

    [Fact]
    public async Task Money_of_a_seller_off_by_a_cent()
    {
        _world.Entries.Edit(e => e.Tid == Worlds.First && e.Details.SellerId == 2, e => e with
        {
            Entries = [e.Entries[0] with { TotalInvoice = e.Entries[0].TotalInvoice + 0.01m }],
        });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("money.seller", 1));
        AuditAssert.Witness(result, "money.seller", Worlds.First, "entry 2/1", "invoice of the sellers is");
    }

    [Fact]
    public async Task A_data_set_that_is_not_all_there()
    {
        _world.Counts = counts => counts with { Customers = 5, Products = 23, Orders = 2 };

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("load.counts", 3));
        AuditAssert.Witness(result, "load.counts", "4 customers, the data set has 5");
        AuditAssert.Witness(result, "load.counts", "24 products, the data set has 23");
        AuditAssert.Witness(result, "load.counts", "1 pre-populated orders, the data set has 2");
    }

    [Fact]
    public async Task A_pre_populated_order_without_its_payment_and_delivery()
    {
        _world.Payments.Lose(p => p.Tid.Length == 0);
        _world.Shipments.Edit(s => s.Tid.Length == 0, s => s with { Shipment = s.Shipment with { Status = ShipmentStatus.Approved } });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("load.counts", 1));
        AuditAssert.Witness(result, "load.counts", "pre-populated order 1|1", "0 payments", "1 shipments, status Approved");
    }
}
