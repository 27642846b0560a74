using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Saga;

/// <summary>The record of a saga: in which grains it has done steps, in their order, and whether it runs, is compensated or has ended.</summary>
/// <param name="time">When it began, a timestamp.</param>
internal sealed class RunningSaga(TransactionId id, long time) : RunningTransaction(id, time)
{
    private readonly Lock _lock = new();
    private readonly List<SagaBranch> _branches = [];
    private bool _isClosed;
    private volatile bool _isOver;
    private TaskCompletionSource? _over;

    /// <summary>The sagas that it waits for. For <see cref="SagaWaits"/> alone, under its lock.</summary>
    public List<RunningSaga> WaitsFor { get; } = [];

    /// <summary>The last search for a cycle that has seen it. For <see cref="SagaWaits"/> alone, under its lock.</summary>
    public int SeenInSearch { get; set; }

    /// <summary>Whether its steps stand, or are taken back.</summary>
    public bool IsOver => _isOver;

    /// <summary>Ends when the saga is over: its steps stand, or are taken back.</summary>
    public Task Over
    {
        get
        {
            lock (_lock)
            {
                return _isOver
                    ? Task.CompletedTask
                    : (_over ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
            }
        }
    }

    /// <summary>A grain is about to do a step.</summary>
    /// <returns>False if the saga is over: a call that its caller gave up comes too late.</returns>
    /// <param name="branch">Its branch: from now on the last one.</param>
    public bool TryEnter(SagaBranch branch)
    {
        lock (_lock)
        {
            if (_isClosed)
                return false;

            if (_branches.Count == 0 || _branches[^1] != branch)
            {
                _branches.Remove(branch);
                _branches.Add(branch);
            }

            return true;
        }
    }

    /// <summary>No grain can do a step any more.</summary>
    /// <returns>The branches in the order of their last steps.</returns>
    public List<SagaBranch> CloseBranches()
    {
        lock (_lock)
        {
            _isClosed = true;
            return _branches;
        }
    }

    /// <summary>It is over: those that wait for it go on.</summary>
    public void End()
    {
        lock (_lock)
        {
            _isOver = true;
        }

        _over?.TrySetResult();
    }

    /// <summary>All its grains have heard of its end: a grain that keeps its part until its next step keeps no states of others with it.</summary>
    public void Forget()
    {
        lock (_lock)
        {
            foreach (var branch in _branches)
                branch.Forget();

            _branches.Clear();
        }
    }
}
