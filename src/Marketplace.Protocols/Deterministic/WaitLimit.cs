namespace Marketplace.Protocols.Deterministic;

/// <summary>
/// Ends waits that last too long. All waits have one limit, so who waits first is due first: one list and one timer, where a timer each
/// would cost more than most waits.
/// </summary>
internal sealed class WaitLimit : IDisposable
{
    private readonly Lock _lock = new();
    private readonly LinkedList<(TaskCompletionSource End, long Since)> _waiting = [];
    private readonly TimeSpan _limit;
    private readonly TimeProvider _time;
    private readonly ITimer _timer;
    private bool _isSet;

    /// <summary>Makes a limit.</summary>
    /// <param name="options">How long a wait may last.</param>
    public WaitLimit(ProtocolOptions options, TimeProvider time)
    {
        (_limit, _time) = (options.Timeout, time);
        _timer = time.CreateTimer(static limit => ((WaitLimit)limit!).ExpireDue(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>A wait begins.</summary>
    /// <param name="end">Ends it; with an exception if it lasts too long.</param>
    /// <returns>The wait, to be ended by <see cref="Remove"/>.</returns>
    public LinkedListNode<(TaskCompletionSource End, long Since)> Add(TaskCompletionSource end)
    {
        lock (_lock)
        {
            var wait = _waiting.AddLast((end, _time.GetTimestamp()));
            if (!_isSet)
                SetFor(wait);

            return wait;
        }
    }

    /// <summary>A wait ends.</summary>
    public void Remove(LinkedListNode<(TaskCompletionSource End, long Since)> wait)
    {
        lock (_lock)
        {
            wait.List?.Remove(wait);
        }
    }

    public void Dispose() => _timer.Dispose();

    private void ExpireDue()
    {
        var due = new List<TaskCompletionSource>();
        lock (_lock)
        {
            _isSet = false;
            while (_waiting.First is { } wait)
            {
                if (_time.GetElapsedTime(wait.Value.Since) < _limit)
                {
                    SetFor(wait);
                    break;
                }

                due.Add(wait.Value.End);
                _waiting.Remove(wait);
            }
        }

        foreach (var end in due)
            end.TrySetException(new TimeoutException());
    }

    private void SetFor(LinkedListNode<(TaskCompletionSource End, long Since)> wait)
    {
        _isSet = true;

        // A timer may be early by its resolution.
        var left = _limit - _time.GetElapsedTime(wait.Value.Since) + TimeSpan.FromMilliseconds(1);
        _timer.Change(left > TimeSpan.Zero ? left : TimeSpan.Zero, Timeout.InfiniteTimeSpan);
    }
}
