using Orleans;

namespace Marketplace.Protocols;

/// <summary>A message from a coordinator to a participant. Each protocol derives its own.</summary>
/// <param name="Transaction">The transaction that it is about.</param>
[GenerateSerializer, Immutable]
public abstract record ProtocolMessage(TransactionId Transaction);
