using System.Collections.Concurrent;
using Orleans.Runtime;

namespace Marketplace.Protocols.Commit;

/// <summary>
/// Where an activation that ends leaves what its grain has not settled yet, for the next activation to take up: a grain that is
/// deactivated in the middle of a transaction forgets nothing.
/// </summary>
internal sealed class ActivationHandoff
{
    // Empty but for moments: what is left here has transactions whose end the grain will be told, and that activates it.
    private readonly ConcurrentDictionary<GrainId, object> _left = new();

    /// <summary>Leaves something.</summary>
    public void Leave(GrainId grainId, object unsettled) => _left[grainId] = unsettled;

    /// <summary>Takes up what was left. If that fails it stays for the next activation.</summary>
    /// <param name="takeUp">Takes it up, if something was left.</param>
    public async Task TakeUp<T>(GrainId grainId, Func<T, Task> takeUp)
        where T : class
    {
        if (!_left.TryRemove(grainId, out var left))
            return;

        try
        {
            await takeUp((T)left);
        }
        catch
        {
            Leave(grainId, left);
            throw;
        }
    }
}
