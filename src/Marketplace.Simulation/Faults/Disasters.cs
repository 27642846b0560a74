using Marketplace.Simulation.Clusters;
using Marketplace.Simulation.Scheduling;
using Marketplace.Simulation.Silos;
using Marketplace.Simulation.Workload;

namespace Marketplace.Simulation.Faults;

/// <summary>What befalls a world once or twice, at a time that its seed draws: outages, crashes, another silo, a clock that is set.</summary>
/// <param name="ofCluster">What befalls the silos of a cluster; null if there is none.</param>
internal sealed class Disasters(
    SiloHouse silos, FaultPlan faults, TurnLoop loop, Machine home, Shop shop, ClusterDisasters? ofCluster)
{
    private static readonly TimeSpan SoonMost = TimeSpan.FromMilliseconds(60);
    private static readonly TimeSpan OutageMost = TimeSpan.FromSeconds(40);
    private static readonly TimeSpan ClockMost = TimeSpan.FromHours(2);

    private readonly PriorityQueue<Fault, double> _times = new();
    private readonly List<Task> _underWay = [];
    private int _operations;
    private bool _isInterrupting;

    public void Begin()
    {
        _operations = shop.Left;
        foreach (var fault in (Fault[])[
            Fault.StorageOutage, Fault.ClockBack, Fault.ClockForward, Fault.Crash, Fault.SecondSilo, Fault.KillSilo, Fault.PauseSilo,
            Fault.RedisOutage, Fault.RedisRestart, Fault.RedisLag])
        {
            foreach (var time in faults.Times(fault, most: 2))
                _times.Enqueue(fault, time * shop.Left);
        }

        shop.Taken += OnTaken;
    }

    /// <summary>The first one strikes now, before any operation, if it would strike in the first half of them.</summary>
    public void StrikeAtOnce()
    {
        if (_times.TryPeek(out var fault, out var time) && time * 2 < _operations)
        {
            _times.Dequeue();
            _underWay.Add(Strike(fault));
        }
    }

    /// <summary>Waits for those that are under way.</summary>
    public async Task End()
    {
        shop.Taken -= OnTaken;
        silos.Database.ComeBack();
        silos.Redis?.ComeBack();
        while (_underWay.Find(static task => !task.IsCompleted) is { } task)
            await task;
        await Task.WhenAll(_underWay);
    }

    private void OnTaken(int taken)
    {
        while (_times.TryPeek(out var fault, out var time) && time <= taken)
        {
            _times.Dequeue();
            _underWay.Add(Strike(fault));
        }

        if (taken * 3 >= _operations * 2)
            faults.StrikeIfNoneHas(shop.Settings.IsStored);
    }

    private async Task Strike(Fault fault)
    {
        var dice = faults.DiceOf(fault);
        await Task.Delay(dice.Span(SoonMost), home);
        if (!faults.IsDue(fault))
            return;
        switch (fault)
        {
            case Fault.StorageOutage:
                silos.Database.GoAway(dice.Span(OutageMost));
                break;
            case Fault.ClockBack:
                loop.Timeline.WallOffset -= dice.Span(ClockMost);
                break;
            case Fault.ClockForward:
                loop.Timeline.WallOffset += dice.Span(ClockMost);
                break;
            case Fault.RedisOutage:
                silos.Redis!.GoAway(dice);
                break;
            case Fault.RedisRestart:
                silos.Redis!.Restart(dice);
                break;
            case Fault.RedisLag:
                silos.Redis!.Lag(dice);
                break;
            case Fault.KillSilo:
                await ofCluster!.Kill(dice);
                break;
            case Fault.PauseSilo:
                await ofCluster!.PauseOne(dice);
                break;
            default:
                await Interrupt(fault, dice);
                break;
        }
    }

    private async Task Interrupt(Fault fault, Dice dice)
    {
        if (_isInterrupting || !silos.CanInterrupt)
            return;
        _isInterrupting = true;
        if (fault == Fault.Crash)
        {
            await GatheredWrites.Gather(silos.Serving!, dice, home);
            await silos.Kill();
        }
        else
        {
            await silos.TakeOver();
        }

        _isInterrupting = false;
    }
}
