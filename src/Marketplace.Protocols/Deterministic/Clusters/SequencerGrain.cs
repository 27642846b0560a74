using Marketplace.Protocols.Commit;
using Microsoft.Extensions.Logging;
using Orleans;
using Orleans.Concurrency;
using Orleans.Runtime;

namespace Marketplace.Protocols.Deterministic.Clusters;

/// <summary>
/// The order of a cluster's transactions, in the memory of one silo. If that is lost the next one asks all coordinators which transactions run, and
/// begins with their places. Who waited for a place asks again.
/// </summary>
[Reentrant]
internal sealed partial class SequencerGrain(
    ICoordinator coordinator,
    ICoordinators coordinators,
    ProtocolOptions options,
    ProtocolMetrics metrics,
    TimeProvider time,
    ILogger<SequencerGrain> logger) : Grain, ISequencer
{
    private readonly ClusterOrder _order = new(options, metrics, time);

    public override async Task OnActivateAsync(CancellationToken cancellationToken)
    {
        var running = (await coordinators.PlacedElsewhere(options.Timeout)).AddRange(coordinator.Placed);
        _order.Restore(running);
        Began(logger, running.Length);
        var period = options.Timeout / 2;
        this.RegisterGrainTimer(static (order, _) =>
        {
            order.Expire();
            return Task.CompletedTask;
        }, _order, new GrainTimerCreationOptions(period, period) { Interleave = true });
    }

    public Task Enter(TransactionId transaction, AccessSet accesses) => _order.Enter(transaction, accesses);

    public Task Leave(TransactionId transaction)
    {
        _order.Leave(transaction);
        return Task.CompletedTask;
    }

    [LoggerMessage(
        Level = LogLevel.Information,
        Message = "This silo has the sequencer of the cluster, which begins with the places of {Running} transactions that run.")]
    private static partial void Began(ILogger logger, int running);
}
