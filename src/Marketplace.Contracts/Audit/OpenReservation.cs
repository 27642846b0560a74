using Marketplace.Contracts.Events;
using Orleans;

namespace Marketplace.Contracts.Audit;

/// <summary>A reservation that was neither confirmed nor cancelled.</summary>
/// <param name="Tid">Transaction that made it.</param>
/// <param name="Reservation">Session and attempt.</param>
/// <param name="Quantity">Pieces.</param>
[GenerateSerializer, Immutable]
public sealed record OpenReservation(
    string Tid,
    ReservationId Reservation,
    int Quantity);
