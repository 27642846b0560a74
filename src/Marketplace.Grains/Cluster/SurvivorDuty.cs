namespace Marketplace.Grains.Cluster;

/// <summary>
/// Has one silo of the cluster look after what a silo has left that is gone: the first one of those that are there. If that one goes before it is
/// done, the next one does it again.
/// </summary>
internal sealed class SurvivorDuty(ISilos silos, IMembers members)
{
    private ImmutableHashSet<string> _settled = [];

    /// <summary>Whether this silo looks after things of all: it is the first one, or alone.</summary>
    public bool IsFirst => members.Self is not { } self || (!silos.All.IsEmpty && silos.All[0].Name == self);

    /// <summary>What silos have left that are gone by now is looked after, or will be.</summary>
    public void Begin() => Settle(Gone());

    /// <summary>The silos that are gone, if this one has to look after something of them.</summary>
    /// <returns>All that are known to be gone, for <see cref="Settle"/>; null if nothing is to be done.</returns>
    public ImmutableHashSet<string>? Due()
    {
        if (members.Self is null)
            return null;

        var gone = Gone();
        return gone.IsSubsetOf(_settled) || !IsFirst ? null : gone;
    }

    /// <summary>What these have left is looked after.</summary>
    public void Settle(ImmutableHashSet<string> gone) => _settled = gone;

    private ImmutableHashSet<string> Gone() => [.. members.Gone];
}
