using Marketplace.Contracts.Events;

namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/charges`: a line of the payment provider's ledger.</summary>
/// <param name="Key">Idempotency key: session and attempt.</param>
/// <param name="Amount">Amount asked for.</param>
/// <param name="Accepted">Whether the money was taken.</param>
/// <param name="Voided">Whether it was given back.</param>
[GenerateSerializer, Immutable]
public sealed record ChargeExport(
    ReservationId Key,
    decimal Amount,
    bool Accepted,
    bool Voided);
