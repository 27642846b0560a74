namespace Marketplace.Contracts.Requests;

/// <summary>
/// An order that exists before a run, with its payment and its shipment: a line of POST /import/orders. All parts name the same
/// customer and order.
/// </summary>
/// <param name="Items">Its items, at least one.</param>
/// <param name="History">Its statuses, oldest first.</param>
/// <param name="Payments">Payment lines, the main line first, at least one.</param>
/// <param name="Card">The card, where one was used.</param>
/// <param name="Packages">Its packages, one an order item. Shipment gives them their shipment id; the one given here is ignored.</param>
[GenerateSerializer, Immutable]
public sealed record OrderImport(
    Order Order,
    ImmutableArray<OrderItem> Items,
    ImmutableArray<OrderHistory> History,
    ImmutableArray<OrderPayment> Payments,
    OrderPaymentCard? Card,
    Shipment Shipment,
    ImmutableArray<Package> Packages);
