namespace Marketplace.Simulation.Scheduling;

/// <summary>The virtual time of a world, and what is due in it. It goes on only when nothing can run.</summary>
internal sealed class Timeline
{
    private readonly PriorityQueue<(SimulatedTimer Timer, int Setting), (long Due, long Number)> _due = new();
    private long _number;

    /// <summary>Time since the world began, in ticks of 100 ns. What monotonic clocks show.</summary>
    public long Now { get; private set; }

    /// <summary>By how much the wall clock is ahead of the monotonic one, beyond where it began. Somebody may set it.</summary>
    public TimeSpan WallOffset { get; set; }

    public void Add(SimulatedTimer timer, int setting, long due) => _due.Enqueue((timer, setting), (due, ++_number));

    /// <summary>Goes on to what is due next.</summary>
    /// <param name="due">Receives everything that is due then.</param>
    /// <returns>False if nothing ever is.</returns>
    public bool GoOn(List<SimulatedTimer> due)
    {
        while (_due.TryDequeue(out var next, out var key))
        {
            if (!next.Timer.IsSet(next.Setting))
                continue;
            Now = Math.Max(Now, key.Due);
            due.Add(next.Timer);
            while (_due.TryPeek(out next, out key) && key.Due <= Now)
            {
                _due.Dequeue();
                if (next.Timer.IsSet(next.Setting))
                    due.Add(next.Timer);
            }

            return true;
        }

        return false;
    }
}

/// <summary>A timer of one machine. It goes with its machine.</summary>
internal sealed class SimulatedTimer(Timeline timeline, Machine machine, TimerCallback callback, object? state) : ITimer, IThreadPoolWorkItem
{
    private TimeSpan _period;
    private int _setting;
    private bool _isSet;

    public Machine Machine => machine;

    public bool IsSet(int setting) => _isSet && setting == _setting && !machine.IsDead;

    public bool Change(TimeSpan dueTime, TimeSpan period)
    {
        _period = period;
        _setting++;
        _isSet = dueTime != Timeout.InfiniteTimeSpan;
        if (_isSet)
            timeline.Add(this, _setting, timeline.Now + dueTime.Ticks);
        return true;
    }

    /// <summary>It is due: runs its callback, unless somebody stopped it in the moment before.</summary>
    public void Execute()
    {
        if (!_isSet)
            return;
        if (_period > TimeSpan.Zero)
            timeline.Add(this, ++_setting, timeline.Now + _period.Ticks);
        else
            _isSet = false;
        callback(state);
    }

    public void Dispose()
    {
        _isSet = false;
        _setting++;
    }

    public ValueTask DisposeAsync()
    {
        Dispose();
        return ValueTask.CompletedTask;
    }
}
