using System.Collections.Concurrent;
using Marketplace.Protocols.Kernel;
using Orleans.Runtime;

namespace Marketplace.Protocols.Commit;

/// <summary>
/// Where an activation that ends leaves what its grain has not settled yet, for the next activation to take up: a grain that is
/// deactivated in the middle of a transaction forgets nothing.
/// </summary>
internal sealed class ActivationHandoff
{
    // Empty but for moments: what is left here has transactions whose end the grain will be told, and that activates it.
    private readonly ConcurrentDictionary<GrainId, LeftBranches> _left = new();

    /// <summary>Leaves something.</summary>
    public void Leave(GrainId grainId, LeftBranches left) => _left[grainId] = left;

    /// <summary>Takes up what was left. If that fails it stays for the next activation.</summary>
    /// <param name="takeUp">Takes it up, if something was left.</param>
    public async Task TakeUp(GrainId grainId, Func<LeftBranches, Task> takeUp)
    {
        if (!_left.TryRemove(grainId, out var left))
            return;

        try
        {
            await takeUp(left);
        }
        catch
        {
            Leave(grainId, left);
            throw;
        }
    }

    /// <summary>
    /// A transaction is over, and a grain that has nothing more to do for it is not told: what was left on its account alone is forgotten.
    /// </summary>
    public void Clean(GrainId grainId)
    {
        if (!_left.IsEmpty && _left.TryGetValue(grainId, out var left) && left.IsOver)
            _left.TryRemove(new KeyValuePair<GrainId, LeftBranches>(grainId, left));
    }
}

/// <summary>What an activation must not forget.</summary>
/// <param name="Branches">Its branches that go on in the next one.</param>
/// <param name="Aborting">Those that are aborted, and have not taken back all that they did outside.</param>
/// <param name="Unsettled">What is left to do for branches that are over; null if nothing.</param>
internal sealed record LeftBranches(List<Branch> Branches, List<Branch> Aborting, Unsettled? Unsettled)
{
    public bool IsEmpty => Unsettled is null && Aborting.Count == 0 && Branches.Count == 0;

    /// <summary>What is still to be done outside for any of them.</summary>
    public IEnumerable<CommitAction> CommitActions =>
        Branches.SelectMany(static branch => branch.CommitActions ?? []).Concat(Unsettled?.Leaving.Select(static left => left.Action) ?? []);

    /// <summary>Whether nothing is left to do.</summary>
    public bool IsOver => Unsettled is null && Aborting.Count == 0 && Branches.TrueForAll(static branch => branch.IsOver);
}
