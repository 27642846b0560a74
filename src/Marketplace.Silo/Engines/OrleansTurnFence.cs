using Marketplace.Engine.Inline;
using Marketplace.Protocols;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>Closes the lane of an activation, in which calls run that Orleans does not know of.</summary>
internal sealed class OrleansTurnFence(Lanes lanes) : ITurnFence
{
    public void BeginClose(IGrainContext activation) => lanes.BeginClose(activation);

    public Task Close(IGrainContext activation, CancellationToken cancellationToken) => lanes.CloseAsync(activation, cancellationToken);
}
