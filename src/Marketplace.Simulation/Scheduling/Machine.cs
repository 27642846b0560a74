using Marketplace.Engine.Turns.Scheduling;

namespace Marketplace.Simulation.Scheduling;

/// <summary>
/// What one process of the world runs on: a scheduler, two clocks, and a synchronization context for what runs outside the grains. When it
/// dies, nothing of it runs any more: neither what was about to, nor what a timer or an answer would have woken.
/// </summary>
internal sealed class Machine : TimeProvider, IActivationScheduler
{
    private const int DepthMax = 24;
    private const double InlineShare = 0.75;

    private readonly TurnLoop _loop;
    private readonly List<IThreadPoolWorkItem> _held = [];
    private int _depth;

    public Machine(TurnLoop loop, string name)
    {
        (_loop, Name) = (loop, name);
        Context = new EngineSynchronizationContext(this);
    }

    public string Name { get; }

    public bool IsDead { get; private set; }

    /// <summary>Brings awaits outside the grains back to this machine.</summary>
    public SynchronizationContext Context { get; }

    public ExecutionContext DefaultExecutionContext => _loop.DefaultExecutionContext;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => _loop.Timeline.Now;

    public override DateTimeOffset GetUtcNow() =>
        TurnLoop.Began + new TimeSpan(_loop.Timeline.Now) + _loop.Timeline.WallOffset;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new SimulatedTimer(_loop.Timeline, this, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>Whether its process was stopped, and not ended: nothing runs until it goes on.</summary>
    public bool IsFrozen { get; private set; }

    public void Die() => IsDead = true;

    public void Freeze() => IsFrozen = true;

    public void Thaw()
    {
        IsFrozen = false;
        foreach (var item in _held)
            _loop.Add(this, item);
        _held.Clear();
    }

    /// <summary>Keeps something for when it goes on.</summary>
    public void Hold(IThreadPoolWorkItem item) => _held.Add(item);

    public void Schedule(IThreadPoolWorkItem item, bool behindOthers = false)
    {
        if (!IsDead)
            _loop.Add(this, item);
    }

    /// <summary>Runs a function later, on this machine.</summary>
    public void Post(Action action) => Schedule(new ActionItem(action));

    /// <summary>Runs a function on this machine when some time has passed.</summary>
    public void Later(TimeSpan after, Action action) =>
        CreateTimer(static action => ((Action)action!)(), action, after, Timeout.InfiniteTimeSpan);

    // Some calls to idle grains begin at once and others in a turn of their own, so that both orders happen.
    public bool TryBeginInline()
    {
        if (_depth >= DepthMax || !_loop.Order.Chance(InlineShare))
            return false;
        _depth++;
        return true;
    }

    public void EndInline() => _depth--;

    private sealed class ActionItem(Action action) : IThreadPoolWorkItem
    {
        public void Execute() => action();
    }
}
