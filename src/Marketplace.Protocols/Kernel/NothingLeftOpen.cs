using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Hosting;

namespace Marketplace.Protocols.Kernel;

/// <summary>A silo does not start on states that a silo with another protocol has left half done, if its own protocol does not end that.</summary>
internal sealed class NothingLeftOpen(IAtomicWrites atomicWrites, ProtocolDescription protocol) : IHostedService
{
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        if (!protocol.EndsPendingSteps && await atomicWrites.PendingSteps(cancellationToken) is { Count: > 0 and var steps })
        {
            throw new StorageUnavailableException(
                $"The database holds {steps} steps of sagas that did not end. Start the silo once with the protocol saga, which compensates them.");
        }

        if (!protocol.EndsPrepared && await atomicWrites.OpenPrepared(cancellationToken) is { Count: > 0 and var grains })
        {
            throw new StorageUnavailableException(
                $"The database holds {grains} grains with parts of transactions of Orleans that did not end. Start the silo once with the protocol "
                + "orleans-transactions, which ends them.");
        }
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
