using Marketplace.Protocols.Storage;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>What the storages of all grains need.</summary>
internal sealed class VersionServices(IAtomicWrites atomicWrites, IGrainFactory grains, ProtocolOptions options)
{
    /// <summary>Writes what outlives the silo.</summary>
    public IAtomicWrites AtomicWrites => atomicWrites;

    /// <summary>Finds other grains.</summary>
    public IGrainFactory Grains => grains;

    /// <summary>Whether what Orleans stores outlives the silo; else it is in memory, as the states are.</summary>
    public bool IsDurable { get; } = atomicWrites.AreSupported;

    /// <summary>Whether the grain that manages a commit may be on another silo than one that is to take back its part.</summary>
    public bool AsksManagers => options.IsClustered;

    /// <summary>Asks another grain.</summary>
    public Func<GrainId, ProtocolMessage, Task<ParticipantAnswer>> Ask { get; init; } =
        (grain, question) => grains.GetGrain<IParticipant>(grain).Receive(question);
}
