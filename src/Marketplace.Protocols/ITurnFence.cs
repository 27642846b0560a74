using Orleans.Runtime;

namespace Marketplace.Protocols;

/// <summary>
/// Ends the turns of an activation before its state is let go. Under inline calls Orleans does not know of the calls that run in the
/// activation's lane: it may deactivate a grain while some of them run or wait. So the lane is closed first.
/// </summary>
public interface ITurnFence
{
    /// <summary>
    /// Lets calls begin in an activation only as long as others run there: when they have ended, those that wait and those that come go to the
    /// next one.
    /// </summary>
    /// <param name="activation">The activation, which has been told to deactivate.</param>
    void BeginClose(IGrainContext activation);

    /// <summary>Lets no further call run in an activation, and waits for those that run.</summary>
    /// <param name="activation">The activation, which is being deactivated.</param>
    /// <param name="cancellationToken">Ends the wait early.</param>
    /// <returns>When no call runs there any more, nor will.</returns>
    Task Close(IGrainContext activation, CancellationToken cancellationToken);
}
