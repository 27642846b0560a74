namespace Marketplace.Driver.Http;

/// <summary>
/// Ends requests that take too long: one timer looks at all connections every so often, instead of a timer a request. A time-out is
/// therefore up to one period late.
/// </summary>
internal sealed class TimeoutSweep : IDisposable
{
    private readonly TimeProvider _time;
    private readonly long _timeoutTicks;
    private readonly Lock _gate = new();
    private readonly List<HttpConnection> _connections = [];
    private readonly ITimer _timer;

    /// <summary>Starts sweeping.</summary>
    /// <param name="time">The clock.</param>
    /// <param name="timeout">How long a request may take.</param>
    public TimeoutSweep(TimeProvider time, TimeSpan timeout)
    {
        _time = time;
        _timeoutTicks = (long)(timeout.TotalSeconds * time.TimestampFrequency);
        var period = TimeSpan.FromMilliseconds(Math.Clamp(timeout.TotalMilliseconds / 10, 10, 250));
        _timer = time.CreateTimer(_ => Sweep(), null, period, period);
    }

    /// <summary>A connection that was not used for so many ticks (one second) may have been closed by the target.</summary>
    public long LongIdleTicks => _time.TimestampFrequency;

    /// <summary>The tick at which a request that starts now is late.</summary>
    public long NextDeadline() => _time.GetTimestamp() + _timeoutTicks;

    /// <summary>Watches a connection.</summary>
    /// <param name="connection">The connection.</param>
    public void Add(HttpConnection connection)
    {
        lock (_gate)
            _connections.Add(connection);
    }

    /// <summary>Forgets a connection.</summary>
    /// <param name="connection">The connection.</param>
    public void Remove(HttpConnection connection)
    {
        lock (_gate)
            _connections.Remove(connection);
    }

    /// <summary>Ends every request now, late or not: the drain is over.</summary>
    public void ExpireAll() => Sweep(long.MaxValue);

    /// <inheritdoc/>
    public void Dispose() => _timer.Dispose();

    private void Sweep() => Sweep(_time.GetTimestamp());

    private void Sweep(long now)
    {
        lock (_gate)
        {
            foreach (var connection in _connections)
                connection.ExpireBefore(now);
        }
    }
}
