using Marketplace.Grains.Cluster;
using Marketplace.Protocols.Storage;
using Marketplace.Silo.Gateway;
using Marketplace.Silo.Gateway.Handlers;

namespace Marketplace.Silo.Hosting;

/// <summary>
/// Whether the silo takes requests: not while it starts, is outside its cluster, is being reset, or stops, nor without its storage.
/// </summary>
/// <param name="lifetime">Whether the silo starts or stops.</param>
/// <param name="storage">The storage outside the silo; null if there is none.</param>
/// <param name="hosts">What the silos of its cluster host; null if this one hosts all services.</param>
internal sealed class Readiness(
    IHandlers handlers,
    IHostApplicationLifetime lifetime,
    ISilos? silos = null,
    IStorageHealth? storage = null,
    IServiceHosts? hosts = null)
{
    private volatile bool _wasComplete;

    /// <param name="cancellationToken">Ends the wait for the storage.</param>
    /// <returns>Null if it is ready, else why it is not.</returns>
    public async ValueTask<string?> Check(CancellationToken cancellationToken) =>
        Reason ?? await NotHosted(cancellationToken) ?? (storage is null ? null : await storage.Check(cancellationToken));

    private string? Reason =>
        lifetime.ApplicationStopping.IsCancellationRequested ? "The silo is stopping."
        : !lifetime.ApplicationStarted.IsCancellationRequested ? "The silo is starting."
        : silos is { IsMember: false } ? "The silo is not a member of its cluster."
        : !handlers.IsOpen ? "The silo is being reset."
        : null;

    // Once the cluster was complete, a service that is lost makes this silo refuse only the requests that need it.
    private async ValueTask<string?> NotHosted(CancellationToken cancellationToken)
    {
        if (_wasComplete || hosts is null)
            return null;

        var reason = await hosts.NotKnownToAll(cancellationToken);
        _wasComplete = reason is null;
        return reason;
    }
}
