using Orleans;
using Orleans.Concurrency;

namespace Marketplace.Protocols;

/// <summary>What every grain that takes part in transactions can do: it hands what protocols send each other to its state.</summary>
public interface IParticipant : IGrainWithIntegerKey
{
    /// <summary>Receives a message of the protocol.</summary>
    /// <param name="message">The message; each protocol has its own.</param>
    [AlwaysInterleave]
    Task<ParticipantAnswer> Receive(ProtocolMessage message);
}

/// <summary>A message from a coordinator to a participant. Each protocol derives its own.</summary>
/// <param name="Transaction">The transaction that it is about.</param>
[GenerateSerializer, Immutable]
public abstract record ProtocolMessage(TransactionId Transaction);

/// <summary>What a participant answers to a message of the protocol.</summary>
public enum ParticipantAnswer
{
    /// <summary>It is done; to a question: yes.</summary>
    Done = 0,

    /// <summary>Yes, and as nothing was written the transaction is over here.</summary>
    ReadOnly = 1,

    /// <summary>No: the transaction can't commit.</summary>
    Refused = 2,

    /// <summary>No: what the transaction has seen was overwritten, or is about to be.</summary>
    Conflict = 3,
}
