namespace Marketplace.Storage.Postgres.Connections;

/// <summary>Work that waits for the one who does it, a batch at a time.</summary>
/// <param name="max">How much may wait.</param>
internal sealed class WorkQueue<T>(int max)
{
    private readonly Lock _lock = new();
    private readonly Queue<T> _items = new();
    private TaskCompletionSource? _arrival;
    private int _wanted = 1;
    private bool _isClosed;

    /// <summary>Adds work.</summary>
    /// <param name="isDecided">Whether it must be done, however much there is.</param>
    /// <returns>False if there is too much of it, or if the queue is closed.</returns>
    public bool TryAdd(T item, bool isDecided = false)
    {
        TaskCompletionSource? arrival;
        lock (_lock)
        {
            if (_isClosed || (_items.Count >= max && !isDecided))
                return false;

            _items.Enqueue(item);
            arrival = null;
            if (_items.Count >= _wanted)
                (arrival, _arrival) = (_arrival, null);
        }

        arrival?.SetResult();
        return true;
    }

    /// <summary>Whether there is as much of it as may wait.</summary>
    public bool IsFull
    {
        get
        {
            lock (_lock)
            {
                return _items.Count >= max;
            }
        }
    }

    /// <summary>Waits for work.</summary>
    /// <returns>False if the queue is closed and empty.</returns>
    public async ValueTask<bool> Wait()
    {
        Task arrival;
        lock (_lock)
        {
            if (_items.Count > 0 || _isClosed)
                return _items.Count > 0;

            _arrival = new(TaskCreationOptions.RunContinuationsAsynchronously);
            arrival = _arrival.Task;
        }

        await arrival;
        return await Wait();
    }

    /// <summary>Waits until there is so much work, but no longer than that.</summary>
    public async ValueTask Gather(int count, TimeSpan longest, TimeProvider time)
    {
        Task arrival;
        lock (_lock)
        {
            if (_items.Count >= count || _isClosed)
                return;

            (_wanted, _arrival) = (count, new(TaskCreationOptions.RunContinuationsAsynchronously));
            arrival = _arrival.Task;
        }

        await Task.WhenAny(arrival, Task.Delay(longest, time));
        lock (_lock)
        {
            (_wanted, _arrival) = (1, null);
        }
    }

    /// <summary>Takes the work that waits longest.</summary>
    public bool TryTake(out T item)
    {
        lock (_lock)
        {
            return _items.TryDequeue(out item!);
        }
    }

    /// <summary>Takes no more work.</summary>
    public void Close()
    {
        TaskCompletionSource? arrival;
        lock (_lock)
        {
            _isClosed = true;
            (arrival, _arrival) = (_arrival, null);
        }

        arrival?.SetResult();
    }
}
