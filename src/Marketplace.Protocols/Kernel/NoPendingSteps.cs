using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Hosting;

namespace Marketplace.Protocols.Kernel;

/// <summary>Under a protocol that has no steps: a silo does not start on states that one with steps has left half done.</summary>
internal sealed class NoPendingSteps(IAtomicWrites atomicWrites) : IHostedService
{
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        if (await atomicWrites.PendingSteps(cancellationToken) is { Count: > 0 and var count })
        {
            throw new StorageUnavailableException(
                $"The database holds {count} steps of sagas that did not end. Start the silo once with the protocol saga, which compensates them.");
        }
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
