using System.Collections.Immutable;
using Marketplace.Protocols;
using Orleans;

namespace Marketplace.Protocol.Conformance.Grains;

/// <summary>Remembers who made each of its versions.</summary>
[GenerateSerializer]
public sealed class LedgerState : IStorableState
{
    [Id(0)]
    public ImmutableList<string> Writers { get; private set; } = [];

    public bool IsEmpty => Writers.IsEmpty;

    public int Write(string writer)
    {
        Writers = Writers.Add(writer);
        return Writers.Count;
    }
}
