using Marketplace.Grains.Archiving;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Recording;
using Marketplace.Grains.Services;

namespace Marketplace.Grains;

/// <summary>
/// Takes all services back to what was ingested, or to nothing, while it quiesces all silos of the cluster: operations under way have
/// ended, and new ones wait. What it does can be repeated, so it begins again when silos come or go meanwhile.
/// </summary>
internal sealed class Housekeeping(
    IGrainFactory grains,
    ITransactionProtocol protocol,
    Declarations declarations,
    GrainKeys keys,
    IArchive archive,
    ISilos silos,
    TimeProvider time,
    ClusterRecord? record = null)
{
    private const int CallsAtOnce = 256;
    private const int RoundsMax = 5;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    /// <summary>Everything exactly as ingested: pre-populated orders, prices, versions and statistics too.</summary>
    /// <param name="cancellationToken">Ends it early, with some services reset and others not.</param>
    /// <exception cref="GateTimeoutException">Operations under way did not end, or a silo did not answer; nothing was done.</exception>
    public Task Reset(CancellationToken cancellationToken) =>
        Alone(ingestedToo: false, static (tx, grain) => grain.Reset(tx), cancellationToken);

    /// <summary>Everything gone.</summary>
    /// <param name="cancellationToken">Ends it early, with some services cleared and others not.</param>
    /// <exception cref="GateTimeoutException">Operations under way did not end, or a silo did not answer; nothing was done.</exception>
    public Task Clear(CancellationToken cancellationToken) =>
        Alone(ingestedToo: true, static (tx, grain) => grain.Clear(tx), cancellationToken);

    /// <summary>Waits until the operations under way have ended; new ones wait meanwhile, and go on after it.</summary>
    /// <exception cref="GateTimeoutException">Operations under way did not end, or a silo did not answer.</exception>
    public Task Rest() => Alone(static (_, _) => Task.FromResult(true));

    private Task Alone(bool ingestedToo, Func<TransactionContext, IServiceGrain, Task> action, CancellationToken cancellationToken) =>
        Alone((quiesce, isLast) => TryRun(ingestedToo, action, quiesce, isLast, cancellationToken));

    // Until it has been done while all silos were quiesced; it is told when it is tried for the last time.
    private async Task Alone(Func<ClusterQuiesce, bool, Task<bool>> work)
    {
        var quiesce = new ClusterQuiesce(silos, time);
        try
        {
            for (var round = 1; ; round++)
            {
                await quiesce.Extend();
                if (await work(quiesce, round == RoundsMax) && quiesce.IsComplete)
                    return;
            }
        }
        finally
        {
            await quiesce.End();
        }
    }

    private async Task<bool> TryRun(
        bool ingestedToo,
        Func<TransactionContext, IServiceGrain, Task> action,
        ClusterQuiesce quiesce,
        bool isLast,
        CancellationToken cancellationToken)
    {
        try
        {
            await ForAll(action, cancellationToken);
            if (archive.IsShared)
                await (ingestedToo ? archive.Clear(cancellationToken) : archive.Reset(cancellationToken));

            await Task.WhenAll(quiesce.Quiesced.Select(silo => silo.Forget(ingestedToo)));
            if (record is not null)
                await record.DropEarlier();

            return true;
        }
        catch (Exception exception) when (exception is not OperationCanceledException && !isLast && quiesce.Quiesced.Count > 1)
        {
            // A silo may be gone; what is gone with it needs no reset, and what is stored comes back elsewhere.
            quiesce.DropLost();
            await Task.Delay(Pause, time, cancellationToken);
            return false;
        }
    }

    private async Task ForAll(Func<TransactionContext, IServiceGrain, Task> action, CancellationToken cancellationToken)
    {
        foreach (var kind in MarketplaceServices.Kinds)
        {
            // Listed first: clearing changes what is listed.
            foreach (var some in (await keys.List(kind.StateName, cancellationToken).ToListAsync(cancellationToken)).Chunk(CallsAtOnce))
            {
                cancellationToken.ThrowIfCancellationRequested();
                await Task.WhenAll(some.Select(key => Run(kind, key, action)));
            }
        }
    }

    private Task<bool> Run(GrainKind kind, long key, Func<TransactionContext, IServiceGrain, Task> action)
    {
        var grain = kind.Get(grains, key);
        return protocol.Unrecorded.Run(
            declarations.One("", TransactionKind.Maintenance, kind, grain, key), (action, grain), static async (tx, a) =>
            {
                await a.action(tx, a.grain);
                return true;
            });
    }
}
