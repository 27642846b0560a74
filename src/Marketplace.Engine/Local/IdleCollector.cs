namespace Marketplace.Engine.Local;

/// <summary>
/// Deactivates grains that nobody uses. Each activation is looked at when its age limit may have passed, and not in between: the
/// work goes with the number of activations made, not with the number that exist.
/// </summary>
internal sealed class IdleCollector : IDisposable
{
    private const int Never = int.MaxValue;

    private readonly TimeProvider _time;
    private readonly TimeSpan _quantum;
    private readonly TimeSpan _defaultAge;
    private readonly long _start;
    private readonly Lock _lock = new();
    private readonly Lock _sweeping = new();
    private readonly ITimer _timer;
    private Activation?[] _first;
    private int _now;

    public IdleCollector(LocalEngineOptions options, TimeProvider time)
    {
        _time = time;
        _quantum = options.CollectionQuantum;
        _defaultAge = options.CollectionAge;
        _start = time.GetTimestamp();
        _first = new Activation?[InQuanta(_defaultAge) + 2];
        _timer = time.CreateTimer(static collector => ((IdleCollector)collector!).Sweep(), this, _quantum, _quantum);
    }

    /// <summary>The time in quanta since the start, as of the last sweep.</summary>
    public int Now => _now;

    /// <summary>A time span in quanta, rounded up.</summary>
    public int InQuanta(TimeSpan span) => (int)Math.Clamp((span.Ticks + _quantum.Ticks - 1) / _quantum.Ticks, 1, int.MaxValue / 4);

    /// <summary>The age limit of a grain class in quanta.</summary>
    /// <param name="limit">Its own, or null for the default.</param>
    public int AgeLimitOf(TimeSpan? limit)
    {
        if (limit == Timeout.InfiniteTimeSpan)
            return Never;
        var quanta = InQuanta(limit ?? _defaultAge);
        lock (_lock)
        {
            // Grain classes are made before any activation: the ring is empty and can just be replaced.
            if (quanta + 2 > _first.Length)
                _first = new Activation?[quanta + 2];
        }

        return quanta;
    }

    public void Add(Activation activation, int ageLimit)
    {
        if (ageLimit != Never)
            AddAt(activation, _now + ageLimit + 1);
    }

    public void Remove(Activation activation)
    {
        lock (_lock)
        {
            if (activation.IdleSlot >= 0)
                Unlink(activation);
        }
    }

    public void Dispose() => _timer.Dispose();

    private void AddAt(Activation activation, int due)
    {
        lock (_lock)
        {
            if (activation.IsGone)
                return;

            // What is due later than the ring is long is looked at once more on the way.
            var slot = Math.Min(due, _now + _first.Length - 1) % _first.Length;
            activation.IdleSlot = slot;
            activation.LaterIdle = _first[slot];
            if (_first[slot] is { } first)
                first.EarlierIdle = activation;
            _first[slot] = activation;
        }
    }

    private void Sweep()
    {
        lock (_sweeping)
        {
            var now = (int)(_time.GetElapsedTime(_start).Ticks / _quantum.Ticks);

            // After a long sleep one round through the ring sees everything.
            for (var step = Math.Max(_now + 1, now - _first.Length + 1); step <= now; step++)
            {
                _now = step;
                while (TakeFirst(step % _first.Length) is { } activation)
                {
                    if (activation.Collect(step) is { } due)
                        AddAt(activation, due);
                }
            }
        }
    }

    private Activation? TakeFirst(int slot)
    {
        lock (_lock)
        {
            var first = _first[slot];
            if (first is not null)
                Unlink(first);
            return first;
        }
    }

    private void Unlink(Activation activation)
    {
        if (activation.LaterIdle is { } later)
            later.EarlierIdle = activation.EarlierIdle;
        if (activation.EarlierIdle is { } earlier)
            earlier.LaterIdle = activation.LaterIdle;
        else
            _first[activation.IdleSlot] = activation.LaterIdle;
        activation.EarlierIdle = activation.LaterIdle = null;
        activation.IdleSlot = -1;
    }
}
