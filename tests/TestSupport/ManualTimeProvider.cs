namespace Marketplace.TestSupport;

/// <summary>A clock that moves only when a test moves it; timers run on the thread that does, in the order of their times.</summary>
internal sealed class ManualTimeProvider(DateTimeOffset start) : TimeProvider
{
    private readonly Lock _lock = new();
    private readonly List<ManualTimer> _timers = [];
    private TaskCompletionSource _timerSet = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private DateTimeOffset _now = start;

    public ManualTimeProvider()
        : this(new DateTimeOffset(2025, 1, 1, 0, 0, 0, TimeSpan.Zero))
    {
    }

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>Timers that are set.</summary>
    public int TimerCount
    {
        get
        {
            lock (_lock)
                return _timers.Count;
        }
    }

    public override DateTimeOffset GetUtcNow()
    {
        lock (_lock)
            return _now;
    }

    public override long GetTimestamp() => GetUtcNow().UtcTicks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new ManualTimer(this, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>Waits until at least that many timers are set.</summary>
    public async Task Timers(int count)
    {
        while (true)
        {
            Task set;
            lock (_lock)
            {
                if (_timers.Count >= count)
                    return;
                set = _timerSet.Task;
            }

            await set.WaitAsync(TimeSpan.FromSeconds(30));
        }
    }

    /// <summary>Moves the clock, and runs nothing: as if the process had stood still.</summary>
    public void StandStill(TimeSpan by)
    {
        lock (_lock)
            _now += by;
    }

    /// <summary>Moves the clock, and runs what becomes due on the way.</summary>
    public void Advance(TimeSpan by)
    {
        var target = GetUtcNow() + by;
        while (true)
        {
            ManualTimer? next;
            lock (_lock)
            {
                next = _timers.Where(timer => timer.Due <= target).MinBy(timer => timer.Due);
                if (next is null)
                {
                    _now = target;
                    return;
                }

                if (next.Due > _now)
                    _now = next.Due;
                next.Rearm();
            }

            next.Run();
        }
    }

    private sealed class ManualTimer(ManualTimeProvider owner, TimerCallback callback, object? state) : ITimer
    {
        private TimeSpan _period;

        public DateTimeOffset Due { get; private set; } = DateTimeOffset.MaxValue;

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (owner._lock)
            {
                owner._timers.Remove(this);
                _period = period;
                if (dueTime == Timeout.InfiniteTimeSpan)
                    return true;
                Due = owner._now + dueTime;
                owner._timers.Add(this);
                owner._timerSet.TrySetResult();
                owner._timerSet = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            }

            return true;
        }

        public void Rearm()
        {
            if (_period == Timeout.InfiniteTimeSpan || _period == TimeSpan.Zero)
                owner._timers.Remove(this);
            else
                Due += _period;
        }

        public void Run() => callback(state);

        public void Dispose()
        {
            lock (owner._lock)
                owner._timers.Remove(this);
        }

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
