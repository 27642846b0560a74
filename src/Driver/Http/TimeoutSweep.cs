namespace Marketplace.Driver.Http;

/// <summary>
/// Ends requests that take too long: one timer looks at all connections every so often, instead of a timer a request. A time-out is
/// therefore up to one period late.
/// </summary>
internal sealed class TimeoutSweep : IDisposable
{
    private static readonly TimeSpan LongIdle = TimeSpan.FromSeconds(1);

    private readonly TimeProvider _time;
    private readonly long _timeoutTicks;
    private readonly long _connectTicks;
    private readonly Lock _gate = new();
    private readonly List<HttpConnection> _connections = [];
    private readonly ITimer _timer;

    /// <param name="timeout">How long a request may take.</param>
    /// <param name="connectTimeout">How much of that connecting may take; null for all of it.</param>
    /// <param name="idle">After how long an idle connection is looked at before it is used; null for a second.</param>
    public TimeoutSweep(TimeProvider time, TimeSpan timeout, TimeSpan? connectTimeout = null, TimeSpan? idle = null)
    {
        _time = time;
        _timeoutTicks = Ticks(timeout);
        _connectTicks = Ticks(connectTimeout ?? timeout);
        IdleTicks = Ticks(idle ?? LongIdle);
        var shortest = Math.Min(timeout.TotalMilliseconds, (connectTimeout ?? timeout).TotalMilliseconds);
        var period = TimeSpan.FromMilliseconds(Math.Clamp(shortest / 10, 10, 250));
        _timer = time.CreateTimer(_ => Sweep(), null, period, period);
    }

    /// <summary>A connection that was not used for so many ticks may have been closed by the target.</summary>
    public long IdleTicks { get; }

    /// <summary>The tick at which a request that starts now is late.</summary>
    public long NextDeadline() => _time.GetTimestamp() + _timeoutTicks;

    /// <summary>The tick at which a connection that is being made now has failed.</summary>
    /// <param name="deadline">When its request is late.</param>
    public long NextConnectDeadline(long deadline) => Math.Min(deadline, _time.GetTimestamp() + _connectTicks);

    /// <summary>True once a request is late.</summary>
    public bool IsLate(long deadline) => _time.GetTimestamp() >= deadline;

    /// <summary>Watches a connection.</summary>
    public void Add(HttpConnection connection)
    {
        lock (_gate)
            _connections.Add(connection);
    }

    /// <summary>Forgets a connection.</summary>
    public void Remove(HttpConnection connection)
    {
        lock (_gate)
            _connections.Remove(connection);
    }

    /// <summary>Ends every request now, late or not: the drain is over.</summary>
    public void ExpireAll() => Sweep(long.MaxValue);

    public void Dispose() => _timer.Dispose();

    private long Ticks(TimeSpan span) => (long)(span.TotalSeconds * _time.TimestampFrequency);

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
