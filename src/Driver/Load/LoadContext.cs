using Marketplace.Driver.Data;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Load;

/// <summary>What the workers of a run share, whatever they submit. Thread-safe.</summary>
/// <param name="run">Run id.</param>
/// <param name="share">What this driver takes of the load; null for all of it.</param>
internal sealed class LoadContext(Scenario scenario, IWorkload workload, string run, TimeProvider time, LoadShare? share = null)
{
    private readonly bool _sendsBacklog = scenario.Load is { Rate: not null, Backlog: LoadSettings.SendBacklog };
    private long _tids;
    private long _begun;
    private string? _ended;

    public Scenario Scenario { get; } = scenario;

    /// <summary>What this driver takes of the load; the scenario holds its part of the workers already.</summary>
    public LoadShare Share { get; } = share ?? LoadShare.Whole;

    /// <summary>What is submitted.</summary>
    public IWorkload Workload { get; } = workload;

    /// <summary>Run id.</summary>
    public string Run { get; } = run;

    public TimeProvider Time { get; } = time;

    /// <summary>Stops the load.</summary>
    public StopSignal Stop { get; } = new();

    /// <summary>Why the load ended before its time; null if it did not.</summary>
    public string? Ended => Volatile.Read(ref _ended);

    /// <summary>Ends the load before its time. The first reason counts.</summary>
    public void End(string reason)
    {
        Interlocked.CompareExchange(ref _ended, reason, null);
        Stop.Abandon();
    }

    /// <summary>The next transaction number, unique within the run.</summary>
    public long NextTid() => Share.NumberOf(Interlocked.Increment(ref _tids) - 1) + 1;

    /// <summary>True if workers take arrivals that are due: until the load stops, or to the last planned one where the backlog is sent.</summary>
    public bool SendsMore => _sendsBacklog ? !Stop.IsAbandoned : !Stop.IsStopped;

    /// <summary>A source of randomness of its own for one of many.</summary>
    public WorkloadRandom Random(EntityStream stream, long id) => DataGenerator.RandomOf(Scenario.Seed, stream, id);

    /// <summary>Asks to plan an arrival.</summary>
    /// <returns>False if as many were planned as the scenario asks for.</returns>
    public bool TryPlan() => Interlocked.Increment(ref _begun) <= (Scenario.Load.Operations ?? long.MaxValue);

    /// <summary>Asks to begin a transaction.</summary>
    /// <returns>False if the load is stopped, or as many were begun as the scenario asks for.</returns>
    public bool TryBegin() => !Stop.IsStopped && TryPlan();
}

/// <summary>Tells the workers to begin no further transaction. Those in flight run to their end.</summary>
internal sealed class StopSignal
{
    private readonly TaskCompletionSource _stopped = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private volatile bool _isAbandoned;

    /// <summary>True once stopped for good: what is due and not sent yet is not sent.</summary>
    public bool IsAbandoned => _isAbandoned;

    /// <summary>True once stopped.</summary>
    public bool IsStopped => _stopped.Task.IsCompleted;

    /// <summary>Completes when stopped.</summary>
    public Task Stopped => _stopped.Task;

    /// <summary>Stops; again does nothing.</summary>
    public void Stop() => _stopped.TrySetResult();

    /// <summary>Stops for good; again does nothing.</summary>
    public void Abandon()
    {
        _isAbandoned = true;
        Stop();
    }
}
