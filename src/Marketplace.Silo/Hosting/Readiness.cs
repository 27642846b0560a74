using Marketplace.Grains.Cluster;
using Marketplace.Protocols.Storage;
using Marketplace.Silo.Gateway.Handlers;

namespace Marketplace.Silo.Hosting;

/// <summary>
/// Whether the silo takes requests: not while it starts, is outside its cluster, is being reset, or stops, nor without its storage.
/// </summary>
/// <param name="handlers">Who takes the requests.</param>
/// <param name="lifetime">Whether the silo starts or stops.</param>
/// <param name="silos">The silos of its cluster.</param>
/// <param name="storage">The storage outside the silo; null if there is none.</param>
internal sealed class Readiness(
    IHandlers handlers, IHostApplicationLifetime lifetime, ISilos? silos = null, IStorageHealth? storage = null)
{
    /// <summary>Looks.</summary>
    /// <param name="cancellationToken">Ends the wait for the storage.</param>
    /// <returns>Null if it is ready, else why it is not.</returns>
    public async ValueTask<string?> Check(CancellationToken cancellationToken) =>
        Reason ?? (storage is null ? null : await storage.Check(cancellationToken));

    private string? Reason =>
        lifetime.ApplicationStopping.IsCancellationRequested ? "The silo is stopping."
        : !lifetime.ApplicationStarted.IsCancellationRequested ? "The silo is starting."
        : silos is { IsMember: false } ? "The silo is not a member of its cluster."
        : !handlers.IsOpen ? "The silo is being reset."
        : null;
}
