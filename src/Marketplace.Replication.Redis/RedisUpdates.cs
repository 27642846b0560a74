using System.Collections.Concurrent;
using Marketplace.Grains.Replication;

namespace Marketplace.Replication.Redis;

/// <summary>
/// Committed updates of this silo on their way to Redis: the grains hand them over and go on, one writer takes them from here, a batch at a
/// time.
/// </summary>
internal sealed class RedisUpdates(RedisOptions options, LowWatermarks watermarks, TimeProvider time) : ICommittedUpdates
{
    private readonly ConcurrentDictionary<int, SellerEntry> _sellers = new();
    private readonly Lock _lock = new();
    private readonly LinkedList<SellerEntry> _queue = [];
    private readonly HashSet<SellerEntry> _queued = [];
    private TaskCompletionSource? _cleared;
    private int _places;

    /// <summary>There is work for the writer.</summary>
    public Signal Work { get; } = new();

    /// <summary>Whether what lies in Redis is of before a reset, and has to go first.</summary>
    public bool HasToClear
    {
        get
        {
            lock (_lock)
            {
                return _cleared is not null;
            }
        }
    }

    /// <summary>How many sellers wait for the writer.</summary>
    public int QueuedCount
    {
        get
        {
            lock (_lock)
            {
                return _queue.Count;
            }
        }
    }

    public void Offer(int sellerId, UpdatePrefix prefix)
    {
        var entry = Entry(sellerId);
        if (entry.Offer(prefix))
            Queue(entry);
    }

    /// <summary>An update of a product is committed, where updates of a seller have no order.</summary>
    public void Offer(int sellerId, int productId, ProductReplica replica)
    {
        var entry = Entry(sellerId);
        if (entry.Offer(productId, replica))
            Queue(entry);
    }

    public UpdatePrefix Of(int sellerId) => _sellers.TryGetValue(sellerId, out var entry) ? entry.Prefix : UpdatePrefix.Empty;

    public async Task Wait(int sellerId, long sequence)
    {
        if (await Entry(sellerId).Watermark.Wait(sequence, options.Timeout, time))
        {
            watermarks.Raise(sellerId, sequence);
            return;
        }

        throw new ReplicationUnavailableException(
            $"The update is committed, and not replicated: Redis has not confirmed it within {options.Timeout} (setting Marketplace:Redis:Timeout). "
            + "It will be as soon as Redis takes it.")
        {
            IsCommitted = true,
        };
    }

    public void TakePlace()
    {
        if (Interlocked.Increment(ref _places) > options.MaxWaiting)
        {
            ReturnPlace();
            throw new ReplicationUnavailableException(
                $"{options.MaxWaiting} updates are under way or wait for Redis (setting Marketplace:Redis:MaxWaiting); nothing was done, try again "
                + "later.");
        }
    }

    public void ReturnPlace() => Interlocked.Decrement(ref _places);

    public async Task Clear()
    {
        Task cleared;
        lock (_lock)
        {
            _sellers.Clear();
            _queue.Clear();
            _queued.Clear();
            watermarks.Clear();
            cleared = (_cleared ??= new(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
        }

        Work.Set();
        try
        {
            await cleared.WaitAsync(options.Timeout, time);
        }
        catch (TimeoutException)
        {
            throw new ReplicationUnavailableException(
                $"Redis could not be cleared within {options.Timeout} (setting Marketplace:Redis:Timeout); send the request again.");
        }
    }

    public void Cleared()
    {
        lock (_lock)
        {
            _cleared?.SetResult();
            _cleared = null;
        }
    }

    /// <summary>Takes the sellers that wait longest.</summary>
    /// <param name="max">How many at most.</param>
    /// <returns>The sellers; each update of them that comes from now on makes them wait again.</returns>
    public List<SellerEntry> Dequeue(int max)
    {
        var taken = new List<SellerEntry>();
        lock (_lock)
        {
            while (taken.Count < max && _queue.First is { } first)
            {
                _queue.RemoveFirst();
                _queued.Remove(first.Value);
                taken.Add(first.Value);
            }
        }

        return taken;
    }

    /// <summary>The sellers that wait for the writer.</summary>
    public HashSet<SellerEntry> Queued()
    {
        lock (_lock)
        {
            return [.. _queued];
        }
    }

    /// <summary>Puts a seller back that was not written.</summary>
    public void Queue(SellerEntry entry)
    {
        lock (_lock)
        {
            // One of before a reset has nothing to say any more.
            if (_sellers.TryGetValue(entry.SellerId, out var current) && current == entry && _queued.Add(entry))
                _queue.AddLast(entry);
        }

        Work.Set();
    }

    /// <summary>Redis may have lost everything: all that is known is written again.</summary>
    public void Restart()
    {
        foreach (var entry in _sellers.Values)
        {
            if (entry.Restart())
                Queue(entry);
        }
    }

    private SellerEntry Entry(int sellerId) => _sellers.GetOrAdd(sellerId, static seller => new SellerEntry(seller));
}
