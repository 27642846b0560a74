using Marketplace.Grains.Cluster;
using Marketplace.Silo.Gateway.Handlers;

namespace Marketplace.Silo.Hosting;

/// <summary>Whether the silo takes requests: not while it starts, is outside its cluster, is being reset, or stops.</summary>
internal sealed class Readiness(IHandlers handlers, IHostApplicationLifetime lifetime, ISilos? silos = null)
{
    /// <summary>Null if it is ready, else why it is not.</summary>
    public string? Reason =>
        lifetime.ApplicationStopping.IsCancellationRequested ? "The silo is stopping."
        : !lifetime.ApplicationStarted.IsCancellationRequested ? "The silo is starting."
        : silos is { IsMember: false } ? "The silo is not a member of its cluster."
        : !handlers.IsOpen ? "The silo is being reset."
        : null;
}
