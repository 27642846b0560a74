using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Shipment;
using Marketplace.Protocols;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests.Formats;

/// <summary>Outbox and inbox in a stored state.</summary>
public sealed class KeptEventsTests
{
    private static readonly DateTime Noon = new(2026, 3, 4, 12, 0, 0, DateTimeKind.Utc);

    private static readonly CustomerCheckout Checkout = new(
        7, "Ada", "Byron", "1 Loop", "\0", "Turin", "TO", "10121", PaymentType.CreditCard, "4111", "ADA BYRON", "0930", "123", "VISA", 1, "t");

    [Fact]
    public void What_is_read_is_what_was_written_but_the_card()
    {
        var item = new OrderItem(3, 1, 2, "Lamp", 4, 10.10m, Noon, 2.50m, 1, 10.10m, 10.10m, 0m);
        var confirmed = new PaymentConfirmed("t", new ReservationId(7, 1, 1), Checkout, 3, 12.60m, [item], Noon);
        var id = new EventId(EventKind.InvoiceIssued, 7, 3, 0, EventConsumer.Seller, 4);
        var stored = new OutboxRow(confirmed.Tid) { Confirmed = confirmed }.WithoutCard();
        var (kept, _) = KeptEvents.Empty.With(stored).Hear(new EventStamp(id, 55, Attempt: 0), 9);
        kept = kept.Hear(new EventStamp(id with { Number = 4 }, 66, Attempt: 0), 10).Kept.Forget([id]);
        var read = Read(kept, PaymentJson.Default.PaymentState);

        Assert.Equal((1, 55L), (read.Posted, read.Forgotten));
        Assert.Equal(new KeptEvent(id with { Number = 4 }, 10, 66), Assert.Single(read.Inbox).Value);
        var row = Assert.Single(read.Outbox);
        Assert.Equal((1, "t", new EventId(EventKind.PaymentConfirmed, 7, 3, 0, default, 0)), (row.Number, row.Tid, row.Name));
        Assert.Equal(item, Assert.Single(row.Confirmed!.Items));
        Assert.Equal(Checkout with { CardNumber = "", CardSecurityNumber = "" }, row.Confirmed.Checkout);
        Assert.Equal("12.60", FormattableString.Invariant($"{row.Confirmed.TotalInvoice}"));
    }

    [Fact]
    public void A_row_of_a_shipment_has_all_that_is_to_be_told_and_done()
    {
        var shipment = new Shipment(3, 7, 1, 2.50m, Noon, ShipmentStatus.Concluded, "Ada", "Byron", "1 Loop", "", "10121", "Turin", "TO");
        var package = new Package(5, 3, 7, 1, 4, 2, "Lamp", 2.50m, Noon, Noon, 1, PackageStatus.Delivered);
        var underway = new ShipmentNotification("t", 7, 3, ShipmentStatus.DeliveryInProgress, Noon);
        var delivered = new DeliveredPackages(4, 7, 3, [new DeliveryNotification("t", 7, 3, 1, 4, 2, Noon)]);
        var kept = KeptEvents.Empty
            .With(new OutboxRow("t") { Notification = underway, Delivered = delivered, ShipmentId = 5 })
            .With(new OutboxRow("t")
            {
                Notification = underway with { Status = ShipmentStatus.Concluded },
                Sellers = [4, 6],
                Concluded = new ShipmentExport("t", 1, shipment, [package]),
            });
        var read = Read(kept, ShipmentJson.Default.ShipmentState);

        var (first, second) = (read.Outbox[0], read.Outbox[1]);
        Assert.Equal((underway, 5), (first.Notification, first.ShipmentId));
        Assert.Equal(delivered.Packages, first.Delivered!.Packages);
        Assert.Equal([4, 6], second.Sellers);
        Assert.Equal((shipment, package), (second.Concluded!.Shipment, Assert.Single(second.Concluded.Packages)));
        Assert.True(first.Tells(new EventId(EventKind.ShipmentNotification, 7, 3, (int)ShipmentStatus.DeliveryInProgress, EventConsumer.Order, 7)));
        Assert.True(first.Tells(new EventId(EventKind.DeliveryNotification, 7, 3, 4, EventConsumer.Customer, 7)));
        Assert.False(second.Tells(new EventId(EventKind.DeliveryNotification, 7, 3, 4, EventConsumer.Customer, 7)));
    }

    private static KeptEvents Read<TState>(KeptEvents kept, JsonTypeInfo<TState> typeInfo)
        where TState : class, IEventState, new()
    {
        var state = new TState { Book = DeliveryState.Empty with { Kept = kept } };
        return JsonSerializer.Deserialize(JsonSerializer.SerializeToUtf8Bytes(state, typeInfo), typeInfo)!.Book!.Kept!;
    }
}
