using Marketplace.Conformance.Fixtures;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Conformance.Grains;

/// <summary>Tells of its activations.</summary>
public interface ILife : IGrainWithIntegerKey
{
    /// <summary>The number of the activation.</summary>
    Task<int> Activation();

    Task<int> Leave();

    /// <summary>Asks to leave, then waits at the gate.</summary>
    Task<int> LeaveAfter(string gate);

    /// <summary>Delays its collection.</summary>
    Task Stay(TimeSpan time);

    /// <summary>Waits at the gate.</summary>
    Task<int> StayAt(string gate);

    /// <summary>Starts a timer.</summary>
    Task Tick(TimeSpan period, bool keepAlive);

    Task FailOnLeaving();

    Task<string> Services();
}

/// <summary>How the activations of <see cref="ILife"/> go: set by the test.</summary>
internal sealed class LifePlan
{
    private int _failures;

    /// <summary>The first activations fail.</summary>
    public int Failures { get => _failures; init => _failures = value; }

    /// <summary>Activations wait at this gate.</summary>
    public string? Gate { get; init; }

    /// <summary>Activations ask to leave at once.</summary>
    public bool LeavesAtOnce { get; init; }

    /// <summary>Deactivations wait at this gate.</summary>
    public string? LeavingGate { get; init; }

    /// <summary>Deactivations call another grain.</summary>
    public bool CallsWhenLeaving { get; init; }

    public bool TakeFailure() => Interlocked.Decrement(ref _failures) >= 0;
}

internal sealed class LifeGrain(Journal journal, ActivationCounter activations, Gates gates, LifePlan plan, ActivationService service)
    : Grain, ILife
{
    private readonly int _number = activations.Next();
    private bool _failOnLeaving;

    public override async Task OnActivateAsync(CancellationToken cancellationToken)
    {
        if (plan.Gate is { } gate)
        {
            await gates.Pass(gate, cancellationToken);

            // A gate that is opened at once is passed in the same turn. What was sent before it was opened is to arrive first.
            await Task.Yield();
        }

        if (plan.LeavesAtOnce)
        {
            DeactivateOnIdle();
            await Task.Yield();
        }

        if (plan.TakeFailure())
            throw new InvalidOperationException($"activation {_number} fails");
    }

    public override async Task OnDeactivateAsync(DeactivationReason reason, CancellationToken cancellationToken)
    {
        await Task.Yield();
        if (plan.LeavingGate is { } gate)
            await gates.Pass(gate, cancellationToken);
        if (plan.CallsWhenLeaving)
            await GrainFactory.GetGrain<IPlain>(this.GetPrimaryKeyLong()).Write("good bye");
        journal.Write($"{_number} leaves: {reason.ReasonCode}");
        if (_failOnLeaving)
            throw new InvalidOperationException("leaving fails");
    }

    public Task<int> Activation() => Task.FromResult(_number);

    public Task<int> Leave()
    {
        DeactivateOnIdle();
        return Task.FromResult(_number);
    }

    public async Task<int> LeaveAfter(string gate)
    {
        DeactivateOnIdle();
        await gates.Pass(gate);
        return _number;
    }

    public Task Stay(TimeSpan time)
    {
        DelayDeactivation(time);
        return Task.CompletedTask;
    }

    public async Task<int> StayAt(string gate)
    {
        await gates.Pass(gate);
        return _number;
    }

    public Task Tick(TimeSpan period, bool keepAlive)
    {
        var options = new GrainTimerCreationOptions(period, period) { KeepAlive = keepAlive };
        this.RegisterGrainTimer(static (_, _) => Task.CompletedTask, this, options);
        return Task.CompletedTask;
    }

    public Task FailOnLeaving()
    {
        _failOnLeaving = true;
        DeactivateOnIdle();
        return Task.CompletedTask;
    }

    public Task<string> Services() => Task.FromResult($"{service.GrainId} {service.AccessorAgrees}");
}

/// <summary>Two bare grains for the tests of collection.</summary>
public interface IBare : IGrainWithIntegerKey
{
    Task<long> Touch();
}

internal sealed class BareGrain : Grain, IBare
{
    public Task<long> Touch() => Task.FromResult(this.GetPrimaryKeyLong());
}

public interface IEternal : IGrainWithIntegerKey
{
    /// <summary>The number of the activation.</summary>
    Task<int> Activation();
}

[CollectionAgeLimit(AlwaysActive = true)]
internal sealed class EternalGrain(ActivationCounter activations) : Grain, IEternal
{
    private readonly int _number = activations.Next();

    public Task<int> Activation() => Task.FromResult(_number);
}

/// <summary>Components that take part in an activation.</summary>
public interface IStaged : IGrainWithIntegerKey
{
    Task Leave();
}

internal sealed class StagedGrain : Grain, IStaged
{
    private readonly Journal _journal;

    public StagedGrain(IGrainContext context, Journal journal)
    {
        _journal = journal;
        context.ObservableLifecycle.Subscribe("last", GrainLifecycleStage.Last, _ => Write("start last"), _ => Write("stop last"));
        context.ObservableLifecycle.Subscribe("state", GrainLifecycleStage.SetupState, _ => Write("start state"), _ => Write("stop state"));
        context.ObservableLifecycle.Subscribe("gone", GrainLifecycleStage.First, _ => Write("never")).Dispose();
    }

    public override Task OnActivateAsync(CancellationToken cancellationToken) => Write("start grain");

    public override Task OnDeactivateAsync(DeactivationReason reason, CancellationToken cancellationToken) => Write("stop grain");

    public Task Leave()
    {
        DeactivateOnIdle();
        return GrainContext.Deactivated.IsCompleted ? Write("left early") : Task.CompletedTask;
    }

    private async Task Write(string entry)
    {
        await Task.Yield();
        _journal.Write(entry);
    }
}
