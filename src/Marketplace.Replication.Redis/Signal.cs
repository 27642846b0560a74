namespace Marketplace.Replication.Redis;

/// <summary>Wakes the one who waits for work. Several signals before a wait are one.</summary>
internal sealed class Signal
{
    private readonly Lock _lock = new();
    private TaskCompletionSource? _waiting;
    private bool _isSet;

    /// <summary>There is work.</summary>
    public void Set()
    {
        TaskCompletionSource? waiting;
        lock (_lock)
        {
            (waiting, _waiting) = (_waiting, null);
            _isSet = waiting is null;
        }

        waiting?.SetResult();
    }

    /// <summary>Waits for work.</summary>
    /// <returns>When there may be some.</returns>
    public Task Wait()
    {
        lock (_lock)
        {
            if (_isSet)
            {
                _isSet = false;
                return Task.CompletedTask;
            }

            _waiting ??= new(TaskCreationOptions.RunContinuationsAsynchronously);
            return _waiting.Task;
        }
    }
}
