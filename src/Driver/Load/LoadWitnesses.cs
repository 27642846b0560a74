using System.Collections.Immutable;

namespace Marketplace.Driver.Load;

/// <summary>The first things found wrong while a load runs, in sentences. Thread-safe, bounded.</summary>
internal sealed class LoadWitnesses
{
    private const int Most = 10;

    private readonly Lock _gate = new();
    private readonly List<string> _witnesses = [];

    /// <summary>Adds one, unless there are enough.</summary>
    public void Add(string witness)
    {
        lock (_gate)
        {
            if (_witnesses.Count < Most) _witnesses.Add(witness);
        }
    }

    /// <summary>Those added.</summary>
    public ImmutableArray<string> ToImmutable()
    {
        lock (_gate)
            return [.. _witnesses];
    }
}
