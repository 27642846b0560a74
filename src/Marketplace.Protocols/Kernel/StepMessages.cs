using Orleans;

namespace Marketplace.Protocols.Kernel;

/// <summary>Tells a grain that a saga has ended well: what it holds for it leaves.</summary>
[GenerateSerializer, Immutable]
internal sealed record EndSaga(TransactionId Transaction) : ProtocolMessage(Transaction);

/// <summary>Tells a grain that a saga is compensated in all grains: who waits for it goes on.</summary>
[GenerateSerializer, Immutable]
internal sealed record EndCompensated(TransactionId Transaction) : ProtocolMessage(Transaction);

/// <summary>
/// Tells a grain to take back the step of a saga that a silo left which is gone, from what is stored of it. Whose saga it was need not be known: only
/// its number counts.
/// </summary>
[GenerateSerializer, Immutable]
internal sealed record CompensateLeft(TransactionId Transaction) : ProtocolMessage(Transaction);

/// <summary>Tells a grain to take its step of a saga back, with what it holds for it.</summary>
[GenerateSerializer, Immutable]
internal sealed record Compensate(TransactionId Transaction) : ProtocolMessage(Transaction);
