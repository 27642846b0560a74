namespace Marketplace.Protocols.Storage.Memory;

/// <summary>The committed state of one grain.</summary>
/// <param name="state">The state.</param>
internal sealed class MemoryRecord(object state)
{
    /// <summary>The state.</summary>
    public object State { get; set; } = state;
}
