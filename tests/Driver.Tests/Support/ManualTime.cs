namespace Marketplace.Driver.Tests.Support;

/// <summary>Time that moves when the test says so. Timers fire within <see cref="Advance"/>, in order.</summary>
internal sealed class ManualTime : TimeProvider
{
    private readonly Lock _gate = new();
    private readonly List<ManualTimer> _timers = [];
    private long _now = TimeSpan.TicksPerDay;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => Volatile.Read(ref _now);

    public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch.AddTicks(GetTimestamp());

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new ManualTimer(this, () => callback(state));
        timer.Change(dueTime, period);
        lock (_gate)
            _timers.Add(timer);
        return timer;
    }

    public void Advance(TimeSpan span)
    {
        var end = GetTimestamp() + span.Ticks;
        while (true)
        {
            ManualTimer? next;
            lock (_gate)
                next = _timers.Where(timer => timer.Due <= end).MinBy(timer => timer.Due);
            if (next is null) break;
            Volatile.Write(ref _now, Math.Max(_now, next.Due));
            next.Fire();
        }

        Volatile.Write(ref _now, end);
    }

    private sealed class ManualTimer(ManualTime time, Action fire) : ITimer
    {
        private long _period;

        public long Due { get; private set; } = long.MaxValue;

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            Due = dueTime < TimeSpan.Zero ? long.MaxValue : time.GetTimestamp() + dueTime.Ticks;
            _period = period <= TimeSpan.Zero ? 0 : period.Ticks;
            return true;
        }

        public void Fire()
        {
            Due = _period == 0 ? long.MaxValue : Due + _period;
            fire();
        }

        public void Dispose()
        {
            lock (time._gate)
                time._timers.Remove(this);
        }

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
