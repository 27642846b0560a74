using Marketplace.Protocols;
using Orleans.Runtime;

namespace Marketplace.Grains.Placement;

/// <summary>What a silo does when a grain comes and goes, besides loading and unloading its state.</summary>
/// <param name="counts">Counts activations.</param>
/// <param name="fence">Ends their turns.</param>
internal sealed class GrainLifetime(ActivationCounts counts, ITurnFence fence)
{
    /// <summary>A grain is activated. Called within its activation.</summary>
    /// <param name="grainClass">Its class.</param>
    public void Begin(Type grainClass) => counts.Add(grainClass);

    /// <summary>A grain is deactivated: none of its calls runs after this, so its state may go.</summary>
    /// <param name="activation">The activation.</param>
    /// <param name="cancellationToken">Ends the wait for calls early.</param>
    /// <returns>When no call runs there any more.</returns>
    public Task End(IGrainContext activation, CancellationToken cancellationToken) => fence.Close(activation, cancellationToken);
}
