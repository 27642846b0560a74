using Orleans;

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
