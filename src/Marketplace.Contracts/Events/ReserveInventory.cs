namespace Marketplace.Contracts.Events;

/// <summary>E2 ReserveInventory, addressed to the stock of one item: Cart asks for a reservation.</summary>
/// <param name="Tid">Transaction that produced the event.</param>
/// <param name="Reservation">Session and attempt of the checkout.</param>
/// <param name="Time">When, UTC.</param>
/// <param name="Version">Version of the product as in the cart.</param>
/// <param name="Quantity">Pieces asked for.</param>
[GenerateSerializer, Immutable]
public sealed record ReserveInventory(
    string Tid,
    ReservationId Reservation,
    DateTime Time,
    string Version,
    int Quantity);

/// <summary>
/// Names one attempt to check out one session (contract §2, sessions and repeats). Public drivers use the same tids in every
/// run, so what has to be found again later is keyed by this, never by tid alone.
/// </summary>
/// <param name="Session">Epoch of the customer's cart, from 1.</param>
/// <param name="Attempt">Attempt to check out that session, from 1.</param>
[GenerateSerializer, Immutable]
public readonly record struct ReservationId(int CustomerId, int Session, int Attempt);
