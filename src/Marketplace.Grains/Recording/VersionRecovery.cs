using Marketplace.Grains.Placement;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Hosting;

namespace Marketplace.Grains.Recording;

/// <summary>Goes on from the versions that earlier starts have stored. It starts after the storage, and before any grain does.</summary>
internal sealed class VersionRecovery(ObjectVersions versions, IVersionNumbers numbers) : IHostedService
{
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        await foreach (var (service, key, version) in numbers.Read(cancellationToken))
            versions.GoOn(MarketplaceServices.Named(service).KindOf(key).Number, key, version);
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
