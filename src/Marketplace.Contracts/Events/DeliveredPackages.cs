namespace Marketplace.Contracts.Events;

/// <summary>
/// The E9 events of one seller in one order, in one message: an Update Delivery delivers all of them together, and the receivers,
/// seller and customer, are the same for each.
/// </summary>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="Packages">One E9 a package.</param>
[GenerateSerializer, Immutable]
public sealed record DeliveredPackages(
    int SellerId,
    int CustomerId,
    int OrderId,
    ImmutableArray<DeliveryNotification> Packages);
