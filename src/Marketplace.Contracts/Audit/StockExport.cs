using Marketplace.Contracts.Events;

namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/stock`: a stock item with what it has been through.</summary>
/// <param name="Item">Final state.</param>
/// <param name="Ingested">As it was ingested.</param>
/// <param name="Replenished">Pieces added since.</param>
/// <param name="ReservedMin">Smallest number of reserved pieces in any version of this item.</param>
/// <param name="SlackMin">Smallest available − reserved in any version of this item.</param>
/// <param name="OpenReservations">Reservations that nobody settled.</param>
/// <param name="Events">Events that the item has processed since it was ingested.</param>
/// <param name="Demand">Pieces asked for in the weeks that count, as of the last event.</param>
/// <param name="Weeks">How many weeks count, 1–4; 0 while nothing was asked for.</param>
/// <param name="Warnings">Low-stock warnings ever emitted.</param>
[GenerateSerializer, Immutable]
public sealed record StockExport(
    StockItem Item,
    StockItem Ingested,
    int Replenished,
    int ReservedMin,
    int SlackMin,
    ImmutableArray<OpenReservation> OpenReservations,
    int Events = 0,
    long Demand = 0,
    int Weeks = 0,
    int Warnings = 0);

/// <summary>A reservation that was neither confirmed nor cancelled.</summary>
/// <param name="Tid">Transaction that made it.</param>
/// <param name="Reservation">Session and attempt.</param>
/// <param name="Quantity">Pieces.</param>
[GenerateSerializer, Immutable]
public sealed record OpenReservation(
    string Tid,
    ReservationId Reservation,
    int Quantity);
