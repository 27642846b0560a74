using Orleans;
using Orleans.Concurrency;

namespace Marketplace.Protocols;

/// <summary>What every grain that takes part in transactions can do: it hands what protocols send each other to its state.</summary>
public interface IParticipant : IGrainWithIntegerKey
{
    /// <summary>Receives a message of the protocol.</summary>
    /// <param name="message">The message; each protocol has its own.</param>
    /// <returns>The answer.</returns>
    [AlwaysInterleave]
    Task<ParticipantAnswer> Receive(ProtocolMessage message);
}
