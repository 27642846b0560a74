namespace Marketplace.Grains.Cluster;

/// <summary>Who is in the cluster and who was, by the names of silos (<see cref="ISilo.Name"/>); the engine knows them.</summary>
internal interface IMembers
{
    /// <summary>This start of this silo; null for a silo that is alone.</summary>
    string? Self { get; }

    /// <summary>Those that have ended, as far as the list of silos goes back.</summary>
    ImmutableArray<string> Gone { get; }
}

/// <summary>A silo alone.</summary>
internal sealed class NoMembers : IMembers
{
    public string? Self => null;
    public ImmutableArray<string> Gone => [];
}
