namespace Marketplace.Grains.Cluster;

/// <summary>
/// Counts the operations under way on this silo, so that a <see cref="ClusterQuiesce"/> can wait until all have ended and keep new ones out
/// meanwhile.
/// </summary>
/// <param name="timeout">How long an operation waits outside, and how long a closer waits for those inside.</param>
internal sealed class OperationGate(TimeProvider time, TimeSpan timeout)
{
    private readonly Lock _lock = new();
    private int _inside;
    private QuiesceToken? _token;
    private TaskCompletionSource? _opened;
    private TaskCompletionSource? _drained;

    /// <summary>True while closed.</summary>
    public bool IsClosed
    {
        get
        {
            lock (_lock)
            {
                return _opened is not null;
            }
        }
    }

    /// <summary>Runs an operation inside; waits while the gate is closed.</summary>
    /// <exception cref="GateTimeoutException">The gate stayed closed; the operation did not begin.</exception>
    public async Task<TResult> Run<TArgument, TResult>(TArgument argument, Func<TArgument, Task<TResult>> operation)
    {
        await Enter();
        try
        {
            return await operation(argument);
        }
        finally
        {
            Exit();
        }
    }

    /// <summary>Enters, for what does not end with a method; waits while the gate is closed.</summary>
    /// <returns>When inside. Every entry is followed by one <see cref="Exit"/>.</returns>
    /// <exception cref="GateTimeoutException">The gate stayed closed.</exception>
    public ValueTask Enter()
    {
        lock (_lock)
        {
            if (_opened is null)
            {
                _inside++;
                return ValueTask.CompletedTask;
            }
        }

        return EnterLater();
    }

    /// <summary>Leaves.</summary>
    public void Exit()
    {
        lock (_lock)
        {
            if (--_inside == 0)
                _drained?.TrySetResult();
        }
    }

    /// <summary>Keeps new operations out, and waits until all have left. Closing it twice for one token is closing it once.</summary>
    /// <returns>When nobody is inside any more.</returns>
    /// <exception cref="GateTimeoutException">Operations did not end, or another token did not; it is not closed for this one.</exception>
    public async Task Close(QuiesceToken token)
    {
        var drained = await Shut(token);
        try
        {
            await WaitFor(drained);
        }
        catch
        {
            Open(token);
            throw;
        }
    }

    /// <summary>Opens it. Does nothing if it is not closed for that token.</summary>
    /// <param name="token">For whom it was closed.</param>
    public void Open(QuiesceToken token)
    {
        TaskCompletionSource opened;
        lock (_lock)
        {
            if (_token != token)
                return;

            opened = _opened!;
            (_token, _opened, _drained) = (null, null, null);
        }

        opened.SetResult();
    }

    private async ValueTask EnterLater()
    {
        while (true)
        {
            Task opened;
            lock (_lock)
            {
                if (_opened is null)
                {
                    _inside++;
                    return;
                }

                opened = _opened.Task;
            }

            await WaitFor(opened);
        }
    }

    private async Task<Task> Shut(QuiesceToken token)
    {
        while (true)
        {
            Task opened;
            lock (_lock)
            {
                if (_token == token)
                    return _drained!.Task;

                if (_opened is null)
                {
                    _token = token;
                    _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
                    _drained = new(TaskCreationOptions.RunContinuationsAsynchronously);
                    if (_inside == 0)
                        _drained.SetResult();

                    return _drained.Task;
                }

                opened = _opened.Task;
            }

            await WaitFor(opened);
        }
    }

    // Whoever gives up here has done nothing yet.
    private async Task WaitFor(Task task)
    {
        try
        {
            await task.WaitAsync(timeout, time);
        }
        catch (TimeoutException)
        {
            throw new GateTimeoutException(
                $"A reset, a clean-up, an export or the leave of a silo, or what it waited for, did not end within {timeout}; nothing was done.");
        }
    }
}
