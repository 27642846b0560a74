using System.Collections.Immutable;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Orleans;

namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/attempts`: an attempt to check out that ended with an outcome, with the items after reconciliation.</summary>
/// <param name="Tid">Transaction.</param>
/// <param name="Reservation">Session and attempt.</param>
/// <param name="Outcome">How it ended.</param>
/// <param name="OrderId">Order of the customer; 0 where none was made.</param>
/// <param name="Time">When the attempt began, UTC.</param>
/// <param name="Items">The items after reconciliation.</param>
[GenerateSerializer, Immutable]
public sealed record AttemptExport(
    string Tid,
    ReservationId Reservation,
    CheckoutOutcome Outcome,
    int OrderId,
    DateTime Time,
    ImmutableArray<CartItem> Items);
