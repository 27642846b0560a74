using Marketplace.Grains.Placement;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Hosting;

namespace Marketplace.Grains.Recording;

/// <summary>
/// Goes on from the versions that earlier starts have stored. It starts after the storage, and before any grain does. What it found is recorded, if
/// the records of those starts are still there: what they have lost, a later transaction may make again, with the same number.
/// </summary>
internal sealed class VersionRecovery(ObjectVersions versions, IVersionNumbers numbers, IHistory history) : IHostedService
{
    private const int VersionsARecord = 1_000;

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        var found = new List<RecordedAccess>();
        await foreach (var (service, key, version) in numbers.Read(cancellationToken))
        {
            var kind = MarketplaceServices.Named(service).KindOf(key).Number;
            versions.GoOn(kind, key, version);
            found.Add(new RecordedAccess(kind, key, version, IsWrite: false));
            if (found.Count == VersionsARecord)
                Record(found);
        }

        if (found.Count > 0)
            Record(found);
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private void Record(List<RecordedAccess> found)
    {
        if (history.OutlivesSilo)
            history.Add(AttemptLog.OfFound([.. found]));
        found.Clear();
    }
}
