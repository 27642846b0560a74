using Marketplace.Engine.Inline;
using Marketplace.Protocols;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>Closes the lane of an activation, in which calls run that Orleans does not know of.</summary>
/// <param name="lanes">The lanes of this silo.</param>
internal sealed class OrleansTurnFence(Lanes lanes) : ITurnFence
{
    /// <inheritdoc/>
    public void BeginClose(IGrainContext activation) => lanes.BeginClose(activation);

    /// <inheritdoc/>
    public Task Close(IGrainContext activation, CancellationToken cancellationToken) => lanes.CloseAsync(activation, cancellationToken);
}
