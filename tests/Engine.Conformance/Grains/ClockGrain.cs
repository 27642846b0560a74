using Marketplace.Conformance.Fixtures;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Conformance.Grains;

public interface IClock : IGrainWithIntegerKey
{
    /// <summary>Starts a timer that writes its ticks; from 1 second, every 10.</summary>
    Task Start(bool interleave, bool keepAlive, string? gate);

    Task StartFailing();

    /// <summary>Starts a timer that sets its due time anew in each tick, then waits at the gate; from 1 second.</summary>
    Task StartChanging(bool interleave, string gate, TimeSpan dueTime);

    Task Change(TimeSpan dueTime, TimeSpan period);

    Task Stop();

    Task Hold(string gate);

    Task Settle();

    Task Write(string entry);

    Task Leave();

    /// <summary>Leaves, and waits at the gate meanwhile.</summary>
    Task LeaveBy(string gate);
}

internal sealed class ClockGrain(Gates gates, Journal journal) : Grain, IClock
{
    private IGrainTimer? _timer;
    private int _ticks;
    private string? _leavingGate;

    public override Task OnDeactivateAsync(DeactivationReason reason, CancellationToken cancellationToken) =>
        _leavingGate is null ? Task.CompletedTask : gates.Pass(_leavingGate, cancellationToken);

    public Task Start(bool interleave, bool keepAlive, string? gate)
    {
        _timer = this.RegisterGrainTimer(
            async (name, token) =>
            {
                var tick = ++_ticks;
                if (gate is not null)
                    await gates.Pass(gate, token);
                journal.Write($"{name} {tick}");
            },
            "tick",
            new GrainTimerCreationOptions
            {
                DueTime = TimeSpan.FromSeconds(1),
                Period = TimeSpan.FromSeconds(10),
                Interleave = interleave,
                KeepAlive = keepAlive,
            });
        return Task.CompletedTask;
    }

    public Task StartFailing()
    {
        _timer = this.RegisterGrainTimer(
            _ =>
            {
                journal.Write("failing tick");
                throw new InvalidOperationException("tick fails");
            },
            TimeSpan.FromSeconds(1),
            TimeSpan.FromSeconds(10));
        return Task.CompletedTask;
    }

    public Task StartChanging(bool interleave, string gate, TimeSpan dueTime)
    {
        _timer = this.RegisterGrainTimer(
            async (name, token) =>
            {
                var tick = ++_ticks;
                _timer!.Change(dueTime, TimeSpan.FromHours(1));
                await gates.Pass(gate, token);
                journal.Write($"{name} {tick}");
            },
            "changing tick",
            new GrainTimerCreationOptions(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(10)) { Interleave = interleave });
        return Task.CompletedTask;
    }

    public Task Change(TimeSpan dueTime, TimeSpan period)
    {
        _timer!.Change(dueTime, period);
        return Task.CompletedTask;
    }

    public Task Stop()
    {
        _timer!.Dispose();
        return Task.CompletedTask;
    }

    public Task Hold(string gate) => gates.Pass(gate);

    public Task Settle() => Task.CompletedTask;

    public Task Write(string entry)
    {
        journal.Write(entry);
        return Task.CompletedTask;
    }

    public Task Leave()
    {
        DeactivateOnIdle();
        return Task.CompletedTask;
    }

    public Task LeaveBy(string gate)
    {
        _leavingGate = gate;
        DeactivateOnIdle();
        return Task.CompletedTask;
    }
}
