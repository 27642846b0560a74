namespace Marketplace.Protocols.Storage.Memory;

/// <summary>States in memory go with the silo, all at once.</summary>
internal sealed class NoAtomicWrites : IAtomicWrites
{
    /// <inheritdoc/>
    public bool AreSupported => false;

    /// <inheritdoc/>
    public AtomicWrite? Begin() => null;

    /// <inheritdoc/>
    public ValueTask<IReadOnlyList<PendingStep>> PendingSteps(CancellationToken cancellationToken) => new([]);
}

/// <summary>The committed state of one grain.</summary>
/// <param name="state">The state.</param>
internal sealed class MemoryRecord(object state)
{
    /// <summary>The state.</summary>
    public object State { get; set; } = state;
}
