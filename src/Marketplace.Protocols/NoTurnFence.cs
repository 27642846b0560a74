using Orleans.Runtime;

namespace Marketplace.Protocols;

/// <summary>For engines that deactivate a grain only between its turns, and run all its calls themselves.</summary>
public sealed class NoTurnFence : ITurnFence
{
    /// <inheritdoc/>
    public void BeginClose(IGrainContext activation)
    {
    }

    /// <inheritdoc/>
    public Task Close(IGrainContext activation, CancellationToken cancellationToken) => Task.CompletedTask;
}
