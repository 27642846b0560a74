using Microsoft.Extensions.Hosting;

namespace Marketplace.Storage.Postgres.Tests;

/// <summary>The life of a silo that is told to end.</summary>
internal sealed class EndingLifetime : IHostApplicationLifetime
{
    private readonly TaskCompletionSource _told = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Task Told => _told.Task;
    public CancellationToken ApplicationStarted => default;
    public CancellationToken ApplicationStopping => default;
    public CancellationToken ApplicationStopped => default;

    public void StopApplication() => _told.TrySetResult();
}
