using Orleans;

namespace Marketplace.Protocols.Commit;

/// <summary>Asks for the lock of a grain before the transaction runs.</summary>
/// <param name="Age">When its first attempt began.</param>
[GenerateSerializer, Immutable]
internal sealed record AcquireLock(TransactionId Transaction, long Age, AccessMode Mode) : ProtocolMessage(Transaction);
