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
    /// when this silo can write no more.
    /// </returns>
    public abstract Task Submit();
}
