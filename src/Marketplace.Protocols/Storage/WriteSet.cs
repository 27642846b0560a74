using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocols.Storage;

/// <summary>
/// What a transaction did to a grain of another silo, as that silo would store it: the silo of the transaction stores all of its parts as one.
/// </summary>
/// <param name="Grain">The grain.</param>
/// <param name="Writer">Number of the writer that the grain's silo has in the storage. What is of a silo that is gone is not stored.</param>
/// <param name="Version">The version that the grain's state has once this is stored, and never otherwise; 0 if its state is not in it.</param>
/// <param name="Content">What is written, as the storage reads it.</param>
[GenerateSerializer, Immutable]
public sealed record WriteSet(GrainId Grain, long Writer, long Version, byte[] Content);
