using Microsoft.Extensions.Hosting;

namespace Marketplace.Storage.Postgres.Tests;

/// <summary>The life of a silo that must not end.</summary>
internal sealed class StandingLifetime : IHostApplicationLifetime
{
    public CancellationToken ApplicationStarted => default;
    public CancellationToken ApplicationStopping => default;
    public CancellationToken ApplicationStopped => default;

    public void StopApplication() => throw new InvalidOperationException("The silo would stop.");
}
