using Marketplace.Silo.Gateway.Handlers;

namespace Marketplace.Silo.Hosting;

/// <summary>Whether the silo takes requests: not while it starts, is being reset, or stops.</summary>
internal sealed class Readiness(IHandlers handlers, IHostApplicationLifetime lifetime)
{
    /// <summary>Null if it is ready, else why it is not.</summary>
    public string? Reason =>
        lifetime.ApplicationStopping.IsCancellationRequested ? "The silo is stopping."
        : !lifetime.ApplicationStarted.IsCancellationRequested ? "The silo is starting."
        : !handlers.IsOpen ? "The silo is being reset."
        : null;
}
