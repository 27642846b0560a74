using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class EventOrderTests
{
    private static readonly EventId Invoice = AtSeller(EventKind.InvoiceIssued);

    private static readonly EventId Paid = AtSeller(EventKind.PaymentConfirmed);

    private static readonly EventId Approved = AtSeller(EventKind.ShipmentNotification, (int)ShipmentStatus.Approved);

    private static readonly EventId Delivered = AtSeller(EventKind.DeliveryNotification, 3);

    private static readonly EventId Concluded = AtSeller(EventKind.ShipmentNotification, (int)ShipmentStatus.Concluded);

    private readonly World _world = new() { Events = [] };

    [Fact]
    public async Task Causal_order_holds_also_if_events_come_again_later()
    {
        Heard(Invoice, Paid, Approved, Invoice, Delivered, Concluded, Delivered, Paid);

        var check = await Audit();

        Assert.Equal(("causal", 1L, 0L, true), (check.Level, check.Examined, check.Violations, check.Claimed));
    }

    [Fact]
    public async Task Each_pair_that_has_an_order_can_be_out_of_it()
    {
        foreach (var (first, second) in new[]
        {
            (Invoice, Paid), (Paid, Approved), (Paid, Delivered), (Approved, Concluded), (Delivered, Concluded),
            (Invoice, AtSeller(EventKind.PaymentFailed)),
        })
        {
            _world.Events!.Clear();
            Heard(second, first);

            var check = await Audit();

            Assert.Equal(("unordered", 1L), (check.Level, check.Violations));
            Assert.StartsWith("order 1/1 at seller 3: ", Assert.Single(check.Witnesses), StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task Events_without_an_order_may_come_in_any()
    {
        Heard(Invoice, Paid, Delivered, Approved);
        Assert.Equal(0, (await Audit()).Violations);
    }

    [Fact]
    public async Task Other_orders_and_other_consumers_are_not_compared()
    {
        Heard(Paid with { Number = 2 }, Invoice, Paid with { Key = 4 }, Invoice with { Key = 5 });
        var check = await Audit();
        Assert.Equal((4L, 0L), (check.Examined, check.Violations));
    }

    [Fact]
    public async Task What_is_not_asked_for_is_reported_and_not_claimed()
    {
        Heard(Paid, Invoice);
        _world.IsUnorderedAsked = true;
        var check = await Audit();
        Assert.Equal((1L, false, true), (check.Violations, check.Claimed, check.Passed));
    }

    private static EventId AtSeller(EventKind kind, int part = 0) => new(kind, 1, 1, part, EventConsumer.Seller, 3);

    private void Heard(params EventId[] ids)
    {
        foreach (var id in ids)
        {
            var number = _world.Events!.Count(record => record.Stage == EventStage.Applied) + 1;
            _world.Events!.Insert(0, new EventExport("", id, EventStage.Applied, number, World.Stamp(_world.Now)));
        }
    }

    private async Task<AuditCheck> Audit() => (await _world.Audit()).Checks.Single(check => check.Id == "event.order");
}
