using Microsoft.Extensions.Hosting;

namespace Marketplace.Protocols.Commit;

/// <summary>
/// A silo stops when all its transactions have ended: of a coordinator that is gone the others presume that it has aborted them. Hosted
/// services stop in the reverse order of their registration: this one after the gateway, and before the engine.
/// </summary>
internal sealed class CoordinatorDrain(Coordinator coordinator, TimeProvider time) : IHostedService
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        while (!coordinator.IsIdle && !cancellationToken.IsCancellationRequested)
            await Task.Delay(Pause, time, CancellationToken.None);
    }
}
