using System.Collections.Immutable;

namespace Marketplace.Grains.Cluster;

/// <summary>A cluster of this silo alone.</summary>
internal sealed class SingleSilo(ThisSilo silo) : ISilos
{
    private long _tokens;

    public bool IsMember => true;
    public ImmutableArray<ISilo> All { get; } = [silo];

    public QuiesceToken Begin() => new(silo.Name, Interlocked.Increment(ref _tokens));

    public void End(QuiesceToken token)
    {
    }
}
