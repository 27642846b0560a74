using System.Text.Json.Serialization;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;

namespace Marketplace.Grains.EventDelivery;

/// <summary>What a grain has to tell, with all that is needed to tell it again: one of the events below, to all of its consumers.</summary>
[GenerateSerializer, Immutable]
internal sealed record OutboxRow(string Tid)
{
    /// <summary>Its place in the outbox: 1, 2, … of the grain.</summary>
    [Id(0)]
    public int Number { get; init; }

    /// <summary>E1.</summary>
    [Id(1)]
    public ProductDeleted? Deleted { get; init; }

    /// <summary>E4.</summary>
    [Id(2)]
    public ReserveStockFailed? Rejected { get; init; }

    /// <summary>E5 to the sellers.</summary>
    [Id(3)]
    public InvoiceIssued? Invoice { get; init; }

    /// <summary>E6.</summary>
    [Id(4)]
    public PaymentConfirmed? Confirmed { get; init; }

    /// <summary>E7.</summary>
    [Id(5)]
    public PaymentFailed? Failed { get; init; }

    /// <summary>CartAbandoned.</summary>
    [Id(6)]
    public CartAbandoned? Abandoned { get; init; }

    /// <summary>LowStockWarning.</summary>
    [Id(7)]
    public LowStockWarning? Warning { get; init; }

    /// <summary>E8; with an E9, that which goes before it.</summary>
    [Id(8)]
    public ShipmentNotification? Notification { get; init; }

    /// <summary>The sellers who hear of an E8; Order does in any case.</summary>
    [Id(9)]
    public ImmutableArray<int> Sellers { get; init; } = [];

    /// <summary>E9.</summary>
    [Id(10)]
    public DeliveredPackages? Delivered { get; init; }

    /// <summary>The shipment of an E9.</summary>
    [Id(11)]
    public int ShipmentId { get; init; }

    /// <summary>The shipment that an E8 concludes: it has left the state, and is archived when all have heard of it.</summary>
    [Id(12)]
    public ShipmentExport? Concluded { get; init; }

    /// <summary>Names it, whoever hears of it. Rows of one owner and number are about the same, and told in their order.</summary>
    [JsonIgnore]
    public EventId Name => this switch
    {
        { Delivered: { } delivered } => delivered.To(default, 0),
        { Notification: { } notification } => notification.To(default, 0),
        { Confirmed: { } confirmed } => confirmed.To(default, 0),
        { Failed: { } failed } => failed.To(default, 0),
        { Invoice: { } invoice } => invoice.To(default, 0),
        { Deleted: { } deleted } => deleted.ToStock(deleted.Sequence),
        { Rejected: { } rejected } => rejected.ToCustomer(),
        { Abandoned: { } abandoned } => abandoned.ToCustomer(),
        { Warning: { } warning } => warning.ToSeller(),
        _ => throw new InvalidOperationException("A row of an outbox has no event."),
    };

    /// <summary>The row as it is stored: nobody who hears of an event needs the card.</summary>
    public OutboxRow WithoutCard() => this switch
    {
        { Confirmed: { } confirmed } => this with { Confirmed = confirmed with { Checkout = CardLess(confirmed.Checkout) } },
        { Failed: { } failed } => this with { Failed = failed with { Checkout = CardLess(failed.Checkout) } },
        { Invoice: { } invoice } => this with { Invoice = invoice with { Checkout = CardLess(invoice.Checkout) } },
        _ => this,
    };

    /// <summary>Whether an event is told with it.</summary>
    public bool Tells(EventId id) => IsSame(Name, id) || (Delivered is not null && Notification is { } first && IsSame(first.To(default, 0), id));

    private static CustomerCheckout CardLess(CustomerCheckout checkout) => checkout with { CardNumber = "", CardSecurityNumber = "" };

    private static bool IsSame(EventId name, EventId id) => name with { Consumer = id.Consumer, Key = id.Key } == id;
}

/// <summary>Takes the events of one update. Where there is no outbox it keeps none: they are told by calls.</summary>
/// <param name="state">The state that is updated; null without an outbox.</param>
internal readonly struct OutboxWriter(IEventState? state, List<int>? posted)
{
    /// <summary>Puts an event into the outbox.</summary>
    /// <param name="told">The event; null if there is none.</param>
    /// <returns>The event, to be told when the update is done.</returns>
    public OutboxRow? Post(OutboxRow? told)
    {
        if (state is not null && told is not null)
        {
            var book = state.Book ?? DeliveryState.Empty;
            var kept = (book.Kept ?? KeptEvents.Empty).With(told.WithoutCard());
            state.Book = book with { Kept = kept };
            posted!.Add(kept.Posted);
        }

        return told;
    }
}
