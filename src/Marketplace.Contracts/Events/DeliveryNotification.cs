namespace Marketplace.Contracts.Events;

/// <summary>E9 DeliveryNotification: a package was delivered.</summary>
/// <param name="Tid">Transaction that produced the event.</param>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="PackageId">Package of the shipment.</param>
/// <param name="ProductId">Product of that seller.</param>
/// <param name="Date">When, UTC.</param>
[GenerateSerializer, Immutable]
public sealed record DeliveryNotification(
    string Tid,
    int CustomerId,
    int OrderId,
    int PackageId,
    int SellerId,
    int ProductId,
    DateTime Date);
