using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// Has the grains begin of which something is prepared or decided that is not over: they then ask those that manage the commit, or tell those that
/// wait for it. A silo alone does so before the gateway starts, so nobody sees half of a transaction. In a cluster each silo looks from time to time
/// for those that stay so, as their silo is gone.
/// </summary>
internal sealed partial class PreparedRecovery(
    IAtomicWrites atomicWrites,
    IGrainFactory grains,
    ProtocolOptions options,
    TimeProvider time,
    ILogger<PreparedRecovery> logger) : IHostedService, IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    private readonly Lookout _lookout = new(options.Timeout / 2, time);
    private HashSet<GrainId> _earlier = [];

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        if (!options.IsClustered)
            await ResolveAll(cancellationToken);
        else if (atomicWrites.AreShared)
            _lookout.Start(ResolveLeft, reason => Failed(logger, reason));
    }

    public Task StopAsync(CancellationToken cancellationToken) => _lookout.Stop();

    public void Dispose() => _lookout.Dispose();

    private async Task ResolveAll(CancellationToken cancellationToken)
    {
        var (since, open) = (time.GetTimestamp(), await atomicWrites.OpenPrepared(cancellationToken));
        await Task.WhenAll(open.Select(Ended));
        if (open.Count > 0)
            Resolved(logger, open.Count, time.GetElapsedTime(since));

        async Task Ended(GrainId grain)
        {
            while (!await IsResolved(grain, cancellationToken))
                await Task.Delay(Pause, time, cancellationToken);
        }
    }

    private async Task<bool> IsResolved(GrainId grain, CancellationToken cancellationToken)
    {
        try
        {
            return await grains.GetGrain<IParticipant>(grain).Receive(new Resolve()).WaitAsync(options.Timeout, time, cancellationToken)
                == ParticipantAnswer.Done;
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            return false;
        }
    }

    private async Task ResolveLeft()
    {
        var open = await atomicWrites.OpenPrepared(_lookout.Stopped);

        // Most are under way.
        await Task.WhenAll(open.Where(_earlier.Contains).Select(grain => IsResolved(grain, _lookout.Stopped)));
        _earlier = [.. open];
    }

    [LoggerMessage(
        Level = LogLevel.Warning,
        Message = "{Grains} grains had parts of transactions that had not ended when the last silo did; they ended within {Elapsed}.")]
    private static partial void Resolved(ILogger logger, int grains, TimeSpan elapsed);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Transactions of silos that are gone can't be ended yet: {Reason}")]
    private static partial void Failed(ILogger logger, string reason);
}
