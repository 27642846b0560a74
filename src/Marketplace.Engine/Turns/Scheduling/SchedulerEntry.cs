using System.Runtime.CompilerServices;

namespace Marketplace.Engine.Turns.Scheduling;

/// <summary>An async method on its way to the scheduler of a group. To be awaited once, at once.</summary>
public sealed class SchedulerEntry : ICriticalNotifyCompletion, IThreadPoolWorkItem
{
    private readonly GroupScheduler _scheduler;
    private Action? _continuation;
    private bool _isRefused;

    internal SchedulerEntry(GroupScheduler scheduler) => _scheduler = scheduler;

    /// <summary>False: even a scheduler that is idle is on another thread.</summary>
    public bool IsCompleted => false;

    /// <summary>The awaiter is the object itself.</summary>
    public SchedulerEntry GetAwaiter() => this;

    /// <summary>Whether the method runs on the scheduler.</summary>
    /// <returns>False if too many wait.</returns>
    public bool GetResult() => !_isRefused;

    /// <inheritdoc/>
    public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

    /// <inheritdoc/>
    public void UnsafeOnCompleted(Action continuation)
    {
        ArgumentNullException.ThrowIfNull(continuation);
        _continuation = continuation;
        if (_scheduler.TryAdmit(this))
            return;
        _isRefused = true;
        continuation();
    }

    void IThreadPoolWorkItem.Execute()
    {
        var outer = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(_scheduler.Synchronization);
        try
        {
            _continuation!();
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(outer);
        }
    }
}
