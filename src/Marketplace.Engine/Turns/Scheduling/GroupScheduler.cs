using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;

namespace Marketplace.Engine.Turns.Scheduling;

/// <summary>
/// Runs the turns of one group of grain classes, a few at once, on workers that it borrows from the scheduler below. A worker goes
/// back to the end of that scheduler's line after a slice, so groups with work take turns however much each of them has.
/// </summary>
/// <remarks>
/// What waits here is bounded by what it belongs to: an activation is in the line at most once, however many requests wait in its
/// mailbox, and the rest of a handler at most once for each one that was admitted.
/// </remarks>
internal sealed class GroupScheduler : IActivationScheduler, IThreadPoolWorkItem
{
    /// <summary>A worker lets others go first after this many items, or after <see cref="SliceTime"/>.</summary>
    private const int ItemsPerSlice = 64;

    /// <summary>Begun work goes before new work, but new work is not kept out for ever: one newcomer after this many items.</summary>
    private const int ItemsPerNewcomer = 16;

    private static readonly TimeSpan SliceTime = TimeSpan.FromMicroseconds(500);

    // The group whose worker this thread is.
    [ThreadStatic]
    private static GroupScheduler? _current;

    private readonly IActivationScheduler _below;
    private readonly TimeProvider _time;
    private readonly int _parallelism;
    private readonly int _maxNewcomers;
    private readonly ConcurrentQueue<IThreadPoolWorkItem> _begun = new();
    private readonly ConcurrentQueue<IThreadPoolWorkItem> _newcomers = new();
    private int _waitingNewcomers;
    private int _sinceNewcomer;
    private int _workers;

    /// <param name="parallelism">Items that run at once at most.</param>
    /// <param name="maxNewcomers">How many may wait for <see cref="TryAdmit"/>.</param>
    public GroupScheduler(string name, int parallelism, int maxNewcomers, IActivationScheduler below, TimeProvider time)
    {
        Name = name;
        (_parallelism, _maxNewcomers, _below, _time) = (parallelism, maxNewcomers, below, time);
        Synchronization = new EngineSynchronizationContext(this);
    }

    /// <summary>The group whose worker runs the caller; null if none does.</summary>
    public static GroupScheduler? Current => _current;

    public string Name { get; }

    /// <summary>Brings awaits of admitted work that belongs to no activation back to this scheduler.</summary>
    public EngineSynchronizationContext Synchronization { get; }

    public ExecutionContext DefaultExecutionContext => _below.DefaultExecutionContext;

    public void Schedule(IThreadPoolWorkItem item, bool behindOthers = false)
    {
        _begun.Enqueue(item);
        AddWorker();
    }

    /// <summary>Lets new work in: it runs when begun work leaves room.</summary>
    /// <returns>False if too many wait already; then it is not run.</returns>
    public bool TryAdmit(IThreadPoolWorkItem item)
    {
        if (Interlocked.Increment(ref _waitingNewcomers) > _maxNewcomers)
        {
            Interlocked.Decrement(ref _waitingNewcomers);
            return false;
        }

        _newcomers.Enqueue(item);
        AddWorker();
        return true;
    }

    // A call from outside the group waits in line; within the group the worker goes on with it.
    public bool TryBeginInline() => ReferenceEquals(_current, this) && _below.TryBeginInline();

    public void EndInline() => _below.EndInline();

    /// <summary>One slice of a worker.</summary>
    public void Execute()
    {
        var outer = _current;
        _current = this;
        var start = _time.GetTimestamp();
        for (var items = 1; TryTake(out var item); items++)
        {
            item.Execute();
            if (HasWork && (items >= ItemsPerSlice || _time.GetElapsedTime(start) >= SliceTime))
            {
                _current = outer;
                _below.Schedule(this, behindOthers: true);
                return;
            }
        }

        _current = outer;
        Interlocked.Decrement(ref _workers);

        // Whoever came just before that counted on this worker.
        if (HasWork)
            AddWorker();
    }

    private bool HasWork => !_begun.IsEmpty || !_newcomers.IsEmpty;

    private bool TryTake([NotNullWhen(true)] out IThreadPoolWorkItem? item)
    {
        // Workers that count at the same time may lose one: it need not be exact.
        if (_sinceNewcomer < ItemsPerNewcomer && _begun.TryDequeue(out item))
        {
            _sinceNewcomer++;
            return true;
        }

        _sinceNewcomer = 0;
        if (_newcomers.TryDequeue(out item))
        {
            Interlocked.Decrement(ref _waitingNewcomers);
            return true;
        }

        return _begun.TryDequeue(out item);
    }

    private void AddWorker()
    {
        // Either this sees that a worker is going, or that worker sees the item that came before this.
        Interlocked.MemoryBarrier();
        var workers = Volatile.Read(ref _workers);
        while (workers < _parallelism)
        {
            var seen = Interlocked.CompareExchange(ref _workers, workers + 1, workers);
            if (seen == workers)
            {
                _below.Schedule(this, behindOthers: true);
                return;
            }

            workers = seen;
        }
    }
}
