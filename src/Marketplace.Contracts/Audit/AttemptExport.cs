using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;

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

/// <summary>How an attempt to run a transaction ended.</summary>
public enum AttemptOutcome
{
    /// <summary>It is committed.</summary>
    Committed = 0,

    /// <summary>It was aborted.</summary>
    Aborted = 1,

    /// <summary>Nobody knows: an answer was lost; or, under a protocol without roll-back, it failed and what it did remains.</summary>
    Unknown = 2,
}
