using System.Collections.Immutable;
using Marketplace.Simulation.Faults;

namespace Marketplace.Simulation;

/// <summary>Which world is wanted: from this all of it follows.</summary>
/// <param name="Seed">The seed.</param>
/// <param name="Protocol">The protocol; null if the seed draws it.</param>
/// <param name="Faults">The faults that it may have.</param>
internal sealed record WorldOrder(long Seed, string? Protocol, ImmutableArray<Fault> Faults)
{
    /// <summary>How many silos it has: one alone, or those of a cluster.</summary>
    public int Silos { get; init; } = 1;

    /// <summary>Whether it has an audit log and tables of dashboards, if the seed draws them.</summary>
    public bool HasOutputs { get; init; } = true;

    /// <summary>How many operations at most; null for as many as the seed draws.</summary>
    public int? Operations { get; init; }

    /// <summary>The bug that is put in on purpose.</summary>
    public Mutant Mutant { get; init; }

    /// <summary>The strikes of faults that are not left out; null for all.</summary>
    public ImmutableHashSet<int>? Strikes { get; init; }
}
