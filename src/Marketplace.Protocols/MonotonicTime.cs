namespace Marketplace.Protocols;

/// <summary>
/// The time of a silo: the clock of its machine when the silo starts, and what has passed since. So nobody's order, age or validity depends on
/// whether somebody sets the clock meanwhile; what it is set to shows when the silo starts again, and not before the times that are stored.
/// </summary>
public sealed class MonotonicTime : TimeProvider
{
    private readonly TimeProvider _machine;
    private readonly long _began;
    private long _start;

    /// <summary>Begins with the time of the machine.</summary>
    /// <param name="machine">The clock of the machine, and what measures how time passes.</param>
    public MonotonicTime(TimeProvider machine)
    {
        ArgumentNullException.ThrowIfNull(machine);
        (_machine, _began, _start) = (machine, machine.GetTimestamp(), machine.GetUtcNow().UtcTicks);
    }

    /// <inheritdoc/>
    public override TimeZoneInfo LocalTimeZone => _machine.LocalTimeZone;

    /// <inheritdoc/>
    public override long TimestampFrequency => _machine.TimestampFrequency;

    private long Elapsed => _machine.GetElapsedTime(_began).Ticks;

    /// <inheritdoc/>
    public override DateTimeOffset GetUtcNow() => new(Volatile.Read(ref _start) + Elapsed, TimeSpan.Zero);

    /// <inheritdoc/>
    public override long GetTimestamp() => _machine.GetTimestamp();

    /// <inheritdoc/>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        _machine.CreateTimer(callback, state, dueTime, period);

    /// <summary>From now on it is later than a time that an earlier silo has stored, whatever the machine says.</summary>
    /// <param name="last">That time, UTC ticks.</param>
    public void GoOnAfter(long last)
    {
        var start = Volatile.Read(ref _start);
        while (start + Elapsed <= last)
            start = Interlocked.CompareExchange(ref _start, Math.Max(start, last + 1 - Elapsed), start);
    }
}
