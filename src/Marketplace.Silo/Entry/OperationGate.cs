namespace Marketplace.Silo;

/// <summary>
/// Counts the operations under way, so that reset and clean-up can wait until all have ended and keep new ones out meanwhile.
/// </summary>
/// <param name="time">The clock.</param>
/// <param name="timeout">How long an operation waits outside, and how long a closer waits for those inside.</param>
internal sealed class OperationGate(TimeProvider time, TimeSpan timeout)
{
    private readonly Lock _lock = new();
    private int _inside;
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

    /// <summary>Enters; waits while the gate is closed.</summary>
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
            {
                _drained?.TrySetResult();
            }
        }
    }

    /// <summary>Runs something alone: closes the gate, waits until all have left, runs it, opens the gate.</summary>
    /// <param name="alone">What to run.</param>
    /// <returns>When it is done and the gate is open.</returns>
    /// <exception cref="GateTimeoutException">Operations did not end, or another closer did not.</exception>
    public async Task RunAlone(Func<Task> alone)
    {
        var drained = await Close();
        try
        {
            await WaitFor(drained);
            await alone();
        }
        finally
        {
            Open();
        }
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

    private async Task<Task> Close()
    {
        while (true)
        {
            Task opened;
            lock (_lock)
            {
                if (_opened is null)
                {
                    _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
                    _drained = new(TaskCreationOptions.RunContinuationsAsynchronously);
                    if (_inside == 0)
                    {
                        _drained.SetResult();
                    }

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
            throw new GateTimeoutException($"A reset or clean-up, or what it waited for, did not end within {timeout}; nothing was done.");
        }
    }

    private void Open()
    {
        TaskCompletionSource opened;
        lock (_lock)
        {
            opened = _opened!;
            (_opened, _drained) = (null, null);
        }

        opened.SetResult();
    }
}
