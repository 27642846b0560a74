using Marketplace.Grains.Replication;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Marketplace.Replication.Redis;

/// <summary>
/// Writes updates to the primary: one loop a silo, so that nothing overtakes anything, and all that has come meanwhile in one batch. Where
/// updates are acknowledged when the secondary has them, a batch ends with one WAIT; nobody else uses its connection.
/// </summary>
internal sealed class UpdateWriter(
    RedisUpdates updates,
    ReplicaSource source,
    RedisKeys keys,
    RedisLinks links,
    RedisOptions options,
    SellerOrdering ordering,
    IWriterLease lease,
    TimeProvider time,
    ILogger<UpdateWriter> logger) : IHostedService, IDisposable
{
    private const int SellersMax = 256;

    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(1);

    private readonly CancellationTokenSource _stopping = new();
    private Task _running = Task.CompletedTask;
    private volatile bool _isLeaving;

    // The connection over which all that lies in Redis was found, or written.
    private IRedisConnection? _verified;
    private bool _isWhole;
    private string _run = "";

    // What has to be written again before all is there.
    private HashSet<SellerEntry> _missing = [];

    // It grows as long as nothing can be written, whatever else can be done.
    private TimeSpan _pause = FirstPause;

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        await Connect(links.Primary, cancellationToken);
        await Connect(links.Secondary, cancellationToken);
        links.Primary.Failed = updates.Work.Set;
        _running = Run();
        if (source.IsAlone)
        {
            // What an earlier run has left there.
            await ClearLeft();
        }
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        // What is not written now, the other silos of a cluster would not see before the next update of its product.
        _isLeaving = true;
        updates.Work.Set();
        try
        {
            await _running.WaitAsync(options.Timeout, time, cancellationToken);
        }
        catch (Exception exception) when (exception is TimeoutException or OperationCanceledException)
        {
        }

        await _stopping.CancelAsync();
        await _running;
        if (updates.QueuedCount is > 0 and var left)
            logger.NotWritten(left);

        await links.DisposeAsync();
    }

    public void Dispose() => _stopping.Dispose();

    /// <summary>Somebody has read less than there has to be.</summary>
    public void Suspect()
    {
        Volatile.Write(ref _verified, null);
        updates.Work.Set();
    }

    private async Task ClearLeft()
    {
        try
        {
            await updates.Clear();
        }
        catch (ReplicationUnavailableException exception)
        {
            throw new StorageUnavailableException(exception.Message, exception);
        }
    }

    // The server may be starting too.
    private async Task Connect(RedisLink link, CancellationToken cancellationToken)
    {
        var since = time.GetTimestamp();
        while (true)
        {
            try
            {
                await link.Get();
                return;
            }
            catch (Exception exception) when (exception is not OperationCanceledException)
            {
                if (time.GetElapsedTime(since) > options.Timeout)
                {
                    throw new StorageUnavailableException(
                        $"Redis can't be used as the setting Marketplace:{link.Setting} says: {exception.Message}", exception);
                }
            }

            await Task.Delay(FirstPause, time, cancellationToken);
        }
    }

    // Whether no more is to be written, or nothing is left.
    private bool IsOver => _stopping.IsCancellationRequested || (_isLeaving && updates.QueuedCount == 0);

    private async Task Run()
    {
        while (!IsOver)
        {
            try
            {
                if (await Step())
                {
                    Recovered();
                    if (!_isLeaving)
                        await updates.Work.Wait();
                }
            }
            catch (Exception exception) when (!_stopping.IsCancellationRequested)
            {
                if (_pause == FirstPause)
                    logger.Waiting(updates.QueuedCount, exception.Message);

                await Pause();
                _pause = _pause.DoubledUpTo(LongestPause);
            }
            catch (Exception)
            {
                // It stops: what is not written is not acknowledged, or is in the states of the sellers' logs.
            }
        }
    }

    private void Recovered()
    {
        if (_pause != FirstPause)
        {
            logger.Again();
            _pause = FirstPause;
        }
    }

    private async Task Pause()
    {
        try
        {
            await Task.Delay(_pause, time, _stopping.Token);
        }
        catch (OperationCanceledException)
        {
        }
    }

    // One thing after the other; true if there is nothing to do.
    private async Task<bool> Step()
    {
        var connection = await links.Primary.Get();
        try
        {
            if (updates.HasToClear)
            {
                await Clear(connection);
            }
            else if (Volatile.Read(ref _verified) != connection)
            {
                await Verify(connection);
            }
            else if (!_isWhole && _missing.Count == 0)
            {
                await MarkWhole(connection);
                _isWhole = true;
            }
            else if (updates.Dequeue(SellersMax) is { Count: > 0 } sellers)
            {
                await Write(connection, sellers);
            }
            else
            {
                return true;
            }

            return false;
        }
        catch (Exception)
        {
            links.Primary.Drop(connection);
            throw;
        }
    }

    private async Task Write(IRedisConnection connection, List<SellerEntry> sellers)
    {
        var isWritten = false;
        try
        {
            var writes = sellers.ConvertAll(seller => ordering.IsKept ? seller.NextOrdered() : seller.NextUnordered());
            var places = writes.ConvertAll(write => connection.Write(keys.Seller(write.Entry.SellerId), write));
            var copies = ordering.IsKept ? connection.Wait(options.TryTimeout / 2) : Task.FromResult(1L);
            await Try(Task.WhenAll([.. places, copies]));
            isWritten = await copies > 0;
            for (var i = 0; i < writes.Count; i++)
            {
                if (await places[i] == SellerWrite.IsBehind)
                {
                    // The server has lost it, and perhaps more.
                    writes[i].Entry.Restart();
                    updates.Queue(writes[i].Entry);
                    Suspect();
                }
                else if (isWritten)
                {
                    writes[i].Entry.Written(writes[i]);
                    _missing.Remove(writes[i].Entry);
                }
            }
        }
        finally
        {
            if (!isWritten)
                sellers.ForEach(updates.Queue);
        }

        if (!isWritten)
            throw new TimeoutException("the secondary has not taken what the primary has");

        Recovered();
    }

    // What was written is what the grains of this silo know, among others: another silo may have more if it has taken this one's place.
    private async Task MarkWhole(IRedisConnection connection)
    {
        await Try(lease.Confirm().AsTask());
        await Try(connection.Set(keys.Whole, keys.Mark(_run)));
    }

    // Another run of the primary, or one without the mark, may lack anything; and so may what another owner has written.
    private async Task Verify(IRedisConnection connection)
    {
        var (run, mark) = (connection.Run(), connection.Get(keys.Whole));
        await Try(Task.WhenAll(run, mark));
        _run = await run;
        if (await mark != keys.Mark(_run))
        {
            logger.Rebuilding();
            _isWhole = false;
            await Try(connection.Delete([keys.Whole]));
            await Fill();
        }
        else
        {
            _isWhole = true;
        }

        Volatile.Write(ref _verified, connection);
    }

    // Puts all updates that there are into the queue.
    private async Task Fill()
    {
        updates.Restart();
        if (ordering.IsKept)
        {
            await foreach (var (seller, prefix) in source.Logs(_stopping.Token))
                updates.Offer(seller, prefix);
        }
        else
        {
            await foreach (var (seller, product, replica) in source.Products(_stopping.Token))
                updates.Offer(seller, product, replica);
        }

        _missing = updates.Queued();
    }

    private async Task Clear(IRedisConnection connection)
    {
        var cursor = "0";
        do
        {
            (cursor, var some) = await Try(connection.Scan(keys.All, cursor));
            if (some.Length > 0)
                await Try(connection.Delete(some));
        }
        while (cursor != "0");

        // What states that outlive silos know of is written again; after a reset there is nothing.
        _run = await Try(connection.Run());
        await Fill();
        _isWhole = _missing.Count == 0;
        if (_isWhole)
            await MarkWhole(connection);

        Volatile.Write(ref _verified, connection);
        updates.Cleared();
    }

    private Task<T> Try<T>(Task<T> operation) => operation.WaitAsync(options.TryTimeout, time);

    private Task Try(Task operation) => operation.WaitAsync(options.TryTimeout, time);
}
