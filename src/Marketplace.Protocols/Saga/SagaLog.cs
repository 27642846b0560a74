using System.Collections.Concurrent;
using Orleans.Runtime;

namespace Marketplace.Protocols.Saga;

/// <summary>
/// Where an activation that ends leaves the parts of sagas under way, for the next one to take up: a grain that is deactivated in the
/// middle of a saga forgets nothing.
/// </summary>
internal sealed class SagaLog
{
    private readonly ConcurrentDictionary<GrainId, IReadOnlyList<SagaBranch>> _left = new();
    private long _number;

    /// <summary>Gives a step its place among all steps.</summary>
    public long NextNumber() => Interlocked.Increment(ref _number);

    /// <summary>Leaves the parts of a grain.</summary>
    public void Leave(GrainId grainId, IReadOnlyList<SagaBranch> branches) => _left[grainId] = branches;

    /// <summary>Takes what was left.</summary>
    /// <returns>Null if nothing was.</returns>
    public IReadOnlyList<SagaBranch>? Take(GrainId grainId) => _left.TryRemove(grainId, out var branches) ? branches : null;

    /// <summary>A saga is over: what was left on its account alone is forgotten.</summary>
    public void Clean(List<SagaBranch> branches)
    {
        if (_left.IsEmpty)
            return;

        foreach (var branch in branches)
        {
            if (_left.TryGetValue(branch.GrainId, out var left) && left.All(static other => other.IsOver))
                _left.TryRemove(new KeyValuePair<GrainId, IReadOnlyList<SagaBranch>>(branch.GrainId, left));
        }
    }
}
