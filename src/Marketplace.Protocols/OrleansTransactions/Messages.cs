using Orleans;
using Orleans.Transactions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>Takes the grain's lock for the transaction that the call is part of, before it needs it.</summary>
[GenerateSerializer, Immutable]
internal sealed record Touch(TransactionId Transaction) : ProtocolMessage(Transaction)
{
    /// <summary>Orleans' transaction, where calls carry it.</summary>
    [Id(0)]
    public TransactionInfo? Carried { get; init; }

    /// <summary>What the transaction has done so far, on the only silo.</summary>
    [field: NonSerialized]
    public TransactionBranches? Branches { get; init; }
}

/// <summary>
/// Asks the grain that manages the commit of a transaction on another silo whether what was prepared for it may be taken back. If it is, that grain
/// never commits it.
/// </summary>
/// <param name="Id">Orleans' name of the transaction.</param>
[GenerateSerializer, Immutable]
internal sealed record TakeBack(Guid Id) : ProtocolMessage(default(TransactionId));

/// <summary>Has a grain begin that has something open, and asks whether that is over: it ends it by itself.</summary>
[GenerateSerializer, Immutable]
internal sealed record Resolve() : ProtocolMessage(default(TransactionId));

/// <summary>
/// Nobody knows how the transaction ended, and it has ended by now: what it emitted here is taken back unless it was prepared, for then
/// the storage hears of its end.
/// </summary>
[GenerateSerializer, Immutable]
internal sealed record EndInDoubt(TransactionId Transaction) : ProtocolMessage(Transaction);
