namespace Marketplace.Grains.Cluster;

/// <summary>The silos of the cluster; the engine knows them.</summary>
internal interface ISilos
{
    /// <summary>Whether this silo takes part.</summary>
    bool IsMember { get; }

    /// <summary>Those that take part now, this one among them, in an order that all silos agree on.</summary>
    ImmutableArray<ISilo> All { get; }

    /// <summary>Begins to quiesce silos. Those that are quiesced ask for it now and then, and let go when it has ended or its silo is gone.</summary>
    /// <returns>Its token; ended by <see cref="End"/>.</returns>
    QuiesceToken Begin();

    void End(QuiesceToken token);
}

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
