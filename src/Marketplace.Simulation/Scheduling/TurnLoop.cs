using System.Diagnostics;

namespace Marketplace.Simulation.Scheduling;

/// <summary>
/// Runs everything in a world, one item after the other, on one thread: of what can run the seed draws what does. When nothing can, time goes on
/// to what is due next.
/// </summary>
internal sealed class TurnLoop(Dice order, Trace trace)
{
    /// <summary>The wall clock when a world begins.</summary>
    public static readonly DateTimeOffset Began = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly int _thread = Environment.CurrentManagedThreadId;
    private readonly List<(Machine Machine, IThreadPoolWorkItem Item)> _ready = new(64);
    private readonly List<SimulatedTimer> _due = [];
    private string? _escape;

    public Timeline Timeline { get; } = new();

    /// <summary>Draws the order.</summary>
    public Dice Order { get; } = order;

    public Trace Trace { get; } = trace;

    public ExecutionContext DefaultExecutionContext { get; } =
        ExecutionContext.Capture() ?? throw new InvalidOperationException("A world can't run where the flow of execution contexts is suppressed.");

    /// <summary>Items run so far.</summary>
    public long Turns { get; private set; }

    public void Add(Machine machine, IThreadPoolWorkItem item)
    {
        if (Environment.CurrentManagedThreadId == _thread)
            _ready.Add((machine, item));
        else
            Interlocked.CompareExchange(ref _escape, new StackTrace().ToString(), null);
    }

    /// <summary>Runs until a task has ended.</summary>
    /// <param name="until">The task.</param>
    /// <param name="turnsMax">A world that runs longer than this, in items, never ends.</param>
    /// <returns>Null, or why it stopped before.</returns>
    public string? Run(Task until, long turnsMax)
    {
        var outer = SynchronizationContext.Current;
        try
        {
            while (!until.IsCompleted)
            {
                if (_escape is { } escape)
                    return $"something of the silo ran on another thread:\n{escape}";
                if (Turns >= turnsMax)
                    return $"it did not end within {turnsMax} turns";
                if (_ready.Count > 0)
                    RunOne();
                else if (!GoOn())
                    return "nothing can run any more, and nothing is due";
            }

            return null;
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(outer);
        }
    }

    private void RunOne()
    {
        var index = _ready.Count == 1 ? 0 : Order.Below(_ready.Count);
        var (machine, item) = _ready[index];
        _ready[index] = _ready[^1];
        _ready.RemoveAt(_ready.Count - 1);
        if (machine.IsDead)
            return;
        if (machine.IsFrozen)
        {
            machine.Hold(item);
            return;
        }

        Turns++;
        Trace.Turn(machine, item);
        SynchronizationContext.SetSynchronizationContext(machine.Context);
        item.Execute();
        PoolPump.Run();

        // What an item left in async-local values is not for the next one.
        if (!ReferenceEquals(ExecutionContext.Capture(), DefaultExecutionContext))
            ExecutionContext.Restore(DefaultExecutionContext);
    }

    private bool GoOn()
    {
        if (!Timeline.GoOn(_due))
            return false;
        foreach (var timer in _due)
            _ready.Add((timer.Machine, timer));
        _due.Clear();
        return true;
    }
}
