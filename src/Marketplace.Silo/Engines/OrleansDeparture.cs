using Marketplace.Grains.Cluster;
using Marketplace.Silo.Hosting;

namespace Marketplace.Silo.Engines;

/// <summary>
/// A silo leaves between transactions: before its grains go it quiesces all silos, as a reset does. New operations wait at their gateways
/// until it is off the list, a second or two, and none is under way. Otherwise a grain that leaves would break calls: Orleans begins no new
/// one there and waits for those that run, which may wait for one that calls back; and whoever called a silo gives up when it is off the list.
/// </summary>
/// <remarks>Hosted services stop in the reverse order of their registration: this one after the gateway, and before the engine.</remarks>
internal sealed class OrleansDeparture(ISilos silos, TimeProvider time, ILogger<OrleansDeparture> logger) : IHostedService
{
    // Operations end within their own time-outs; a silo that is busy for longer is left without.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        try
        {
            // It is never ended: the others let go when this silo is gone.
            await new ClusterQuiesce(silos, time).Extend().WaitAsync(Patience, time, cancellationToken);
        }
        catch (Exception exception) when (exception is TimeoutException or OperationCanceledException)
        {
            logger.LeavesBusy(exception.Message);
        }
    }
}
