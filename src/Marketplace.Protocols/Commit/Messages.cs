using Orleans;

namespace Marketplace.Protocols.Commit;

/// <summary>Asks a participant whether it can commit. Once it has said yes, only the coordinator decides.</summary>
[GenerateSerializer, Immutable]
internal sealed record Prepare(TransactionId Transaction) : ProtocolMessage(Transaction);

/// <summary>Tells a participant that the transaction is committed.</summary>
[GenerateSerializer, Immutable]
internal sealed record CommitPrepared(TransactionId Transaction) : ProtocolMessage(Transaction);

/// <summary>Asks the only participant of a transaction to commit: it decides.</summary>
[GenerateSerializer, Immutable]
internal sealed record CommitAlone(TransactionId Transaction) : ProtocolMessage(Transaction);

/// <summary>Tells a participant that the transaction is aborted.</summary>
/// <param name="IsStale">It could not be stored, as a participant has not the state that is stored; any of them may be that one.</param>
[GenerateSerializer, Immutable]
internal sealed record Abort(TransactionId Transaction, bool IsStale = false) : ProtocolMessage(Transaction);

/// <summary>Asks a grain for nothing but to load its state.</summary>
[GenerateSerializer, Immutable]
internal sealed record Prefetch(TransactionId Transaction) : ProtocolMessage(Transaction)
{
    /// <summary>The message.</summary>
    public static Prefetch Message { get; } = new(default(TransactionId));
}
