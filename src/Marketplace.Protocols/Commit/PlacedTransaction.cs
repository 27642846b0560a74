using System.Collections.Immutable;
using Orleans;

namespace Marketplace.Protocols.Commit;

/// <summary>A transaction that runs, with the place that it has in the order of its cluster.</summary>
/// <param name="Accesses">What it has its place for; it may have been given in several pieces.</param>
[GenerateSerializer, Immutable]
public sealed record PlacedTransaction(TransactionId Transaction, ImmutableArray<AccessSet> Accesses);
