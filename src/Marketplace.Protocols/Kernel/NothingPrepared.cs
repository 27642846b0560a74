using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Hosting;

namespace Marketplace.Protocols.Kernel;

/// <summary>
/// Under a protocol that prepares nothing in the storage: a silo does not start where something is prepared that waits for the end of a transaction.
/// </summary>
internal sealed class NothingPrepared(IAtomicWrites atomicWrites) : IHostedService
{
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        if (await atomicWrites.OpenPrepared(cancellationToken) is { Count: > 0 and var count })
        {
            throw new StorageUnavailableException(
                $"The database holds {count} grains with parts of transactions of Orleans that did not end. Start the silo once with the protocol "
                + "orleans-transactions, which ends them.");
        }
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
