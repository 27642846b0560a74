using System.Collections.Concurrent;
using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Marketplace.Engine.Inline;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Concurrency;
using Orleans.Placement;
using Orleans.Runtime;
using Orleans.Runtime.Placement;

namespace Marketplace.Engine.Tests.Grains;

/// <summary>Can have a lane: it is reentrant, and closes its lane before it leaves.</summary>
public interface IWorker : IGrainWithIntegerKey
{
    Task Nothing();

    /// <summary>Adds to a sum that outlives activations, if turns exclude each other and end before the state is let go.</summary>
    Task Add(int value);

    Task<int> Activation();

    /// <summary>Whether a call of another grain is over when it returns its task.</summary>
    Task<bool> RunsInline(IWorker other);

    Task Hold(string gate);

    Task HoldAt(IWorker other, string gate);

    /// <summary>Calls another grain until the gate opens.</summary>
    Task KeepCalling(IWorker other, string gate);

    /// <summary>Blocks its turn until it is released.</summary>
    Task Block(string gate);

    Task Fail();

    Task FailAt(IWorker other);

    Task Leave();

    /// <summary>Leaves, and takes no call that comes when this one has ended.</summary>
    Task LeaveAtOnce();

    /// <summary>Asks to move to a silo.</summary>
    Task MoveTo(SiloAddress silo);

    Task<SiloAddress> Where();
}

/// <summary>What workers keep between activations, and how their turns went.</summary>
internal sealed class WorkerStates
{
    private int _activations;

    public ConcurrentDictionary<long, int> Sums { get; } = new();

    /// <summary>What must never be: a turn beside another one, or after the state was let go.</summary>
    public ConcurrentQueue<string> Violations { get; } = new();

    /// <summary>Opened by the test for a turn that blocks.</summary>
    public ManualResetEventSlim Release { get; } = new();

    public int NextActivation() => Interlocked.Increment(ref _activations);
}

[Reentrant, RandomPlacement]
internal sealed class WorkerGrain(WorkerStates states, Gates gates, Journal journal, ILocalSiloDetails silo) : Grain, IWorker, IClosesLane
{
    private readonly int _number = states.NextActivation();
    private int _sum;
    private int _inTurn;
    private bool _left;

    public override Task OnActivateAsync(CancellationToken cancellationToken)
    {
        _sum = states.Sums.GetValueOrDefault(this.GetPrimaryKeyLong());
        return Task.CompletedTask;
    }

    public override async Task OnDeactivateAsync(DeactivationReason reason, CancellationToken cancellationToken)
    {
        if (ServiceProvider.GetService<Lanes>() is { } lanes)
            await lanes.Close(GrainContext, cancellationToken);
        _left = true;
        await Task.Yield();
        states.Sums[this.GetPrimaryKeyLong()] = _sum;
        journal.Write($"{_number} leaves: {reason.ReasonCode}");
    }

    public Task Nothing() => Task.CompletedTask;

    public async Task Add(int value)
    {
        if (Interlocked.Exchange(ref _inTurn, 1) != 0)
            states.Violations.Enqueue("two turns at once");
        if (_left)
            states.Violations.Enqueue("a turn after the state was let go");
        var before = _sum;
        Thread.SpinWait(50);
        _sum = before + value;
        Volatile.Write(ref _inTurn, 0);
        if (value % 3 == 0)
            await Task.Yield();
    }

    public Task<int> Activation() => Task.FromResult(_number);

    public async Task<bool> RunsInline(IWorker other)
    {
        var call = other.Nothing();
        var isOver = call.IsCompleted;
        await call;
        return isOver;
    }

    public Task Hold(string gate) => gates.Pass(gate);

    public Task HoldAt(IWorker other, string gate) => other.Hold(gate);

    public async Task KeepCalling(IWorker other, string gate)
    {
        var stop = gates.Pass(gate);
        while (!stop.IsCompleted)
        {
            await other.Nothing();
            await Task.Yield();
        }
    }

    public Task Block(string gate)
    {
        gates.Arrive(gate);
        states.Release.Wait();
        return Task.CompletedTask;
    }

    public Task Fail() => throw new InvalidTimeZoneException("the worker fails");

    public Task FailAt(IWorker other) => other.Fail();

    public Task Leave()
    {
        DeactivateOnIdle();
        return Task.CompletedTask;
    }

    public Task LeaveAtOnce()
    {
        DeactivateOnIdle();
        ServiceProvider.GetRequiredService<Lanes>().BeginClose(GrainContext);
        return Task.CompletedTask;
    }

    public Task MoveTo(SiloAddress silo)
    {
        RequestContext.Set(IPlacementDirector.PlacementHintKey, silo);
        this.MigrateOnIdle();
        return Task.CompletedTask;
    }

    public Task<SiloAddress> Where() => Task.FromResult(silo.SiloAddress);
}
