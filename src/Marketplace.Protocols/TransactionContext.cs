using Orleans;

namespace Marketplace.Protocols;

/// <summary>
/// The transaction on whose behalf a grain works. It travels as an explicit argument of every grain method, because an ambient
/// context costs an allocation of its own at each call.
/// </summary>
/// <param name="Tid">Transaction id that the client gave, or one that the entry point made up. Unique only within a run.</param>
/// <param name="Kind">What the transaction is for.</param>
[GenerateSerializer, Immutable]
public sealed record TransactionContext(string Tid, TransactionKind Kind);
