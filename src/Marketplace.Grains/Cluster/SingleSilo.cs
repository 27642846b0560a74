using System.Collections.Immutable;

namespace Marketplace.Grains.Cluster;

/// <summary>A cluster of this silo alone.</summary>
/// <param name="silo">This silo.</param>
internal sealed class SingleSilo(ThisSilo silo) : ISilos
{
    private long _tokens;

    /// <inheritdoc/>
    public bool IsMember => true;

    /// <inheritdoc/>
    public ImmutableArray<ISilo> All { get; } = [silo];

    /// <inheritdoc/>
    public QuiesceToken Begin() => new(silo.Name, Interlocked.Increment(ref _tokens));

    /// <inheritdoc/>
    public void End(QuiesceToken token)
    {
    }
}
