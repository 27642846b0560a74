using System.Collections.Concurrent;
using Orleans.Runtime;

namespace Marketplace.Protocols.Saga;

/// <summary>
/// Where an activation that ends leaves the parts of sagas under way, for the next one to take up: a grain that is deactivated in the
/// middle of a saga forgets nothing.
/// </summary>
internal sealed class SagaLog
{
    private readonly ConcurrentDictionary<GrainId, IReadOnlyList<SagaPart>> _left = new();
    private long _number;

    /// <summary>Gives a step its place among all steps.</summary>
    public long NextNumber() => Interlocked.Increment(ref _number);

    /// <summary>Leaves the parts of a grain.</summary>
    public void Leave(GrainId grainId, IReadOnlyList<SagaPart> parts) => _left[grainId] = parts;

    /// <summary>Takes what was left.</summary>
    /// <returns>Null if nothing was.</returns>
    public IReadOnlyList<SagaPart>? Take(GrainId grainId) => _left.TryRemove(grainId, out var parts) ? parts : null;

    /// <summary>A saga is over: what was left on its account alone is forgotten.</summary>
    public void Clean(List<SagaPart> parts)
    {
        if (_left.IsEmpty)
        {
            return;
        }

        foreach (var part in parts)
        {
            if (_left.TryGetValue(part.GrainId, out var left) && left.All(static other => other.IsOver))
            {
                _left.TryRemove(new KeyValuePair<GrainId, IReadOnlyList<SagaPart>>(part.GrainId, left));
            }
        }
    }
}
