namespace Marketplace.Protocols.Storage.Memory;

/// <summary>States in memory go with the silo, all at once.</summary>
internal sealed class NoAtomicWrites : IAtomicWrites
{
    public bool AreSupported => false;

    public AtomicWrite? Begin() => null;

    public ValueTask<IReadOnlyList<PendingStep>> PendingSteps(CancellationToken cancellationToken) => new([]);
}

/// <summary>The committed state of one grain.</summary>
internal sealed class MemoryRecord(object state)
{
    /// <summary>The state.</summary>
    public object State { get; set; } = state;
}
