using System.Collections.Immutable;
using Orleans;

namespace Marketplace.Protocol.Conformance.Grains;

/// <summary>What a transaction does at a grain, and whom that grain calls.</summary>
[GenerateSerializer, Immutable]
public sealed record CallTree(int Grain, NodeAction Action, bool Parallel, ImmutableArray<CallTree> Children)
{
    /// <summary>This node and all below it.</summary>
    public IEnumerable<CallTree> All => Children.SelectMany(child => child.All).Prepend(this);
}

/// <summary>What is done at one node.</summary>
public enum NodeAction
{
    Read,
    Write,

    /// <summary>Writes, then fails as business code with a mistake does.</summary>
    Fail,

    /// <summary>Writes, then has its activation end as soon as it is idle.</summary>
    WriteAndLeave,
}
