using Orleans.Runtime;

namespace Marketplace.Protocols.Storage;

/// <summary>
/// What becomes durable together or not at all: states of several grains, records that leave with them, steps of sagas. Whoever makes it adds
/// to it, and hands it over once.
/// </summary>
public abstract class AtomicWrite
{
    /// <summary>Hands it over. What was handed over before it is durable when it is, so the order of these is the order of commits.</summary>
    /// <returns>
    /// When it is durable. While the storage is away it is tried again, however long that takes: what is handed over is decided. It fails only
    /// when this silo can write no more; or, where silos share the storage, by <see cref="StorageConflictException"/>: then nothing of it is stored.
    /// </returns>
    public abstract Task Submit();

    /// <summary>Makes it a part of what another silo stores, instead of handing it over.</summary>
    /// <param name="grain">The grain that wrote all of it.</param>
    /// <returns>The part; null if nothing is to be stored.</returns>
    public virtual WriteSet? Encode(GrainId grain) => throw Unsupported();

    /// <summary>Adds a part that another silo has made.</summary>
    /// <exception cref="InvalidDataException">It is none.</exception>
    public virtual void Add(WriteSet writes) => throw Unsupported();

    private static NotSupportedException Unsupported() => new("This storage is not shared by silos.");
}
