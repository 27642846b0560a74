namespace Marketplace.Silo.Gateway;

/// <summary>
/// Lets requests in, many at once, and lets a reset have the system to itself: it keeps new requests out, waits until those inside
/// have left, and lets the waiting ones in afterwards. All waits end after a time.
/// </summary>
internal sealed class RequestGate(TimeProvider time, TimeSpan patience)
{
    private TaskCompletionSource? _closed;
    private TaskCompletionSource? _drained;
    private int _inside;

    /// <summary>Requests inside.</summary>
    public int Inside => Volatile.Read(ref _inside);

    /// <summary>Whether somebody has, or waits for, the system to itself.</summary>
    public bool IsClosed => Volatile.Read(ref _closed) is not null;

    /// <summary>Goes in, if that is possible without waiting. Whoever got in calls <see cref="Leave"/>.</summary>
    public bool TryEnter()
    {
        // Counted before the look at the gate, as the gate is closed before the look at the count: one of the two sees the other.
        Interlocked.Increment(ref _inside);
        if (Volatile.Read(ref _closed) is null)
        {
            return true;
        }

        Leave();
        return false;
    }

    /// <summary>Goes in, waiting while the gate is closed.</summary>
    /// <returns>False if it stayed closed too long.</returns>
    public async ValueTask<bool> Enter(CancellationToken cancellationToken)
    {
        var started = time.GetTimestamp();
        while (!TryEnter())
        {
            if (!await Opened(Volatile.Read(ref _closed), started, cancellationToken))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Goes out.</summary>
    public void Leave()
    {
        if (Interlocked.Decrement(ref _inside) == 0)
        {
            Volatile.Read(ref _drained)?.TrySetResult();
        }
    }

    /// <summary>Does work with nobody inside.</summary>
    /// <returns>False if those inside, or somebody else with the same wish, stayed too long; then nothing was done.</returns>
    public async Task<bool> RunAlone(Func<Task> work, CancellationToken cancellationToken)
    {
        var started = time.GetTimestamp();
        var opened = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        while (Interlocked.CompareExchange(ref _closed, opened, null) is { } other)
        {
            if (!await Opened(other, started, cancellationToken))
            {
                return false;
            }
        }

        try
        {
            var drained = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            Interlocked.Exchange(ref _drained, drained);
            if (Inside == 0)
            {
                drained.TrySetResult();
            }

            if (!await Opened(drained, started, cancellationToken))
            {
                return false;
            }

            await work();
            return true;
        }
        finally
        {
            Volatile.Write(ref _drained, null);
            Volatile.Write(ref _closed, null);
            opened.SetResult();
        }
    }

    private async ValueTask<bool> Opened(TaskCompletionSource? awaited, long started, CancellationToken cancellationToken)
    {
        var left = patience - time.GetElapsedTime(started);
        if (awaited is null || awaited.Task.IsCompleted)
        {
            return true;
        }

        if (left <= TimeSpan.Zero)
        {
            return false;
        }

        try
        {
            await awaited.Task.WaitAsync(left, time, cancellationToken);
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
    }
}
