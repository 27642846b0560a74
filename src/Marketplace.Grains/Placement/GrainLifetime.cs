using Orleans.Runtime;

namespace Marketplace.Grains.Placement;

/// <summary>What a silo does when a grain comes and goes, besides loading and unloading its state.</summary>
/// <param name="fence">Ends their turns.</param>
internal sealed class GrainLifetime(ActivationCounts counts, ITurnFence fence)
{
    /// <summary>A grain is activated. Called within its activation.</summary>
    public void Begin(Type grainClass) => counts.Add(grainClass);

    /// <summary>A grain is deactivated: none of its calls runs after this, so its state may go.</summary>
    /// <param name="cancellationToken">Ends the wait for calls early.</param>
    /// <returns>When no call runs there any more.</returns>
    public Task End(IGrainContext activation, CancellationToken cancellationToken) => fence.Close(activation, cancellationToken);
}
