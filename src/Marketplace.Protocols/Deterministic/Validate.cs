using Orleans;

namespace Marketplace.Protocols.Deterministic;

/// <summary>Asks a grain whether what a transaction has read of it is still what is committed.</summary>
/// <param name="Transaction">The transaction.</param>
/// <param name="Reading">What it has read; it never leaves the silo.</param>
[GenerateSerializer, Immutable]
internal sealed record Validate(TransactionId Transaction, [field: NonSerialized] ValidatedRead Reading) : ProtocolMessage(Transaction);
