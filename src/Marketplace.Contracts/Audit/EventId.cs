namespace Marketplace.Contracts.Audit;

/// <summary>
/// Names an event, addressed to one consumer. It follows from what the event tells, not from the client's transaction id, which public
/// drivers use again: an order is paid once, a package delivered once, a session abandoned once.
/// </summary>
/// <param name="Owner">Customer; of events that concern a product its seller.</param>
/// <param name="Number">Order of the customer; session of the customer (E4, CartAbandoned); product of the seller.</param>
/// <param name="Part">
/// Status (E8), seller (E9), attempt to check out (E4), place among the updates of the product (E1) or among the events of the item
/// (LowStockWarning); else 0.
/// </param>
/// <param name="Consumer">The service that hears of it.</param>
/// <param name="Key">Key of the consumer within its service.</param>
[GenerateSerializer, Immutable]
public readonly record struct EventId(EventKind Kind, int Owner, int Number, int Part, EventConsumer Consumer, long Key);
