using System.Collections.Concurrent;

namespace Marketplace.Protocol.Conformance.Grains;

/// <summary>Lets a transaction end an activation once: when it is run again it must be able to commit.</summary>
internal sealed class Leavers
{
    private readonly ConcurrentDictionary<string, bool> _left = new();

    public bool IsFirst(string tid) => _left.TryAdd(tid, true);
}
