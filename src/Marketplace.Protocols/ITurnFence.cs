using Orleans.Runtime;

namespace Marketplace.Protocols;

/// <summary>
/// Ends the turns of an activation before its state is let go. Under inline calls Orleans does not know of the calls that run in the
/// activation's lane: it may deactivate a grain while some of them run or wait. So the lane is closed first.
/// </summary>
public interface ITurnFence
{
    /// <summary>Lets no further call run in an activation, and waits for those that run.</summary>
    /// <param name="activation">The activation, which is being deactivated.</param>
    /// <param name="cancellationToken">Ends the wait early.</param>
    /// <returns>When no call runs there any more, nor will.</returns>
    Task Close(IGrainContext activation, CancellationToken cancellationToken);
}
