namespace Marketplace.Protocols;

/// <summary>What an entry point tells the protocol of a transaction before it runs.</summary>
/// <param name="Tid">Transaction id.</param>
/// <param name="Kind">What the transaction is for.</param>
/// <param name="Accesses">The grains that it is going to touch; undeclared for a protocol that does not ask for them.</param>
public readonly record struct TransactionDeclaration(string Tid, TransactionKind Kind, AccessSet Accesses = default);
