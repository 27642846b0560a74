using System.Diagnostics;
using System.Globalization;
using Marketplace.Protocols;
using Marketplace.Simulation.Clusters;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Judging;
using Marketplace.Simulation.Replication;
using Marketplace.Simulation.Scheduling;
using Marketplace.Simulation.Silos;
using Marketplace.Simulation.Storage;
using Marketplace.Simulation.Workload;
using Trace = Marketplace.Simulation.Scheduling.Trace;

namespace Marketplace.Simulation;

/// <summary>One world: it begins with its seed, and ends with a verdict.</summary>
internal sealed class World
{
    private const long TurnsMax = 3_000_000;

    private const int LooksMax = 10;

    private static readonly TimeSpan RestTime = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LookPause = TimeSpan.FromMilliseconds(70);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(1);

    // Longer than an outage may last.
    private static readonly TimeSpan ResetPatience = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly WorldOrder _order;
    private readonly TurnLoop _loop;
    private readonly Machine _home;
    private readonly SiloHouse _silos;
    private readonly Disasters _disasters;
    private readonly Cluster? _cluster;
    private readonly Network _network;
    private readonly List<Finding> _findings = [];

    public World(WorldOrder order, SharedParts shared, TextWriter? story)
    {
        _order = order;
        Settings = WorldSettings.Draw(order.Seed, order.Protocol, order.Silos, order.HasOutputs);
        Trace = new Trace(story);
        _loop = new TurnLoop(Dice.Of(order.Seed, Purpose.Order), Trace);
        Trace.Begin(_loop.Timeline);
        Faults = new FaultPlan(order.Seed, order.Faults, order.Strikes, Trace, Settings);
        _home = new Machine(_loop, "clients");
        _network = new Network(_home, Faults, Dice.Of(order.Seed, Purpose.Network), Trace);
        Shop = new Shop(Settings, Dice.Of(order.Seed, Purpose.Workload), order.Operations);
        _cluster = Settings.IsCluster ? new Cluster(_home, Dice.Of(order.Seed, Purpose.Cluster), Trace) : null;
        _silos = new SiloHouse(
            order.Seed,
            Settings,
            shared,
            _loop,
            _home,
            _network,
            Faults,
            new DatabaseTwin(_home, _loop.Timeline, order.Mutant, Settings.IsWritten),
            new WorldParts(
                Trace,
                Branches,
                order.Mutant,
                _cluster,
                Settings.IsOverRedis ? new RedisTwin(_home, _loop.Timeline, Faults, Dice.Of(order.Seed, Purpose.Redis), order.Mutant) : null));
        _disasters = new Disasters(
            _silos, Faults, _loop, _home, Shop, _cluster is null ? null : new ClusterDisasters(_silos, _cluster, _network, Faults, _home));
    }

    public Trace Trace { get; }

    public FaultPlan Faults { get; }

    public Shop Shop { get; }

    public WorldSettings Settings { get; }

    /// <summary>How often the silos came to branches that they log: those of recovery.</summary>
    public Dictionary<string, long> Branches { get; } = [];

    public long Turns => _loop.Turns;

    /// <summary>Real time that the making of silos took.</summary>
    public TimeSpan Made => _silos.Made;

    /// <summary>Real time that the audit took.</summary>
    public TimeSpan Judged { get; private set; }

    /// <summary>What it was, and what tells it from every other story: the number of its turns, and their hash.</summary>
    public string Outcome => string.Create(CultureInfo.InvariantCulture, $"{Settings}; {Turns} turns; trace {Trace.Hash:x16}");

    /// <summary>Runs the world to its end.</summary>
    /// <returns>What is wrong with it; empty if nothing is.</returns>
    public List<Finding> Run()
    {
        Trace.Note($"seed {_order.Seed}: {Settings}");
        var living = SiloHands.On(_home, _home, Live);
        var stuck = _loop.Run(Task.WhenAny(living, _silos.Refused), TurnsMax);
        _silos.End();
        if (_silos.Refusal is { } reason)
            _findings.Add(new Finding("recovery", $"a silo does not start: {reason}"));
        else if (stuck is not null)
            _findings.Add(new Finding("liveness", stuck));
        else if (living.Exception is { } exception)
            _findings.Add(new Finding("simulator", exception.GetBaseException().ToString()));
        foreach (var finding in _findings)
            Trace.Note($"found {finding}");
        return _findings;
    }

    private async Task Live()
    {
        var first = await _silos.Start();
        while (_silos.All.Count < Settings.Silos)
            await _silos.Start();
        await SiloHands.On(first.Machine, _home, () => Loading.Load(first.Entry, Shop));
        foreach (var one in _silos.All)
            _network.Add(one);
        Faults.Begin();
        _disasters.Begin();
        if (Settings.IsResetFirst)
            await ResetFirst();
        var dice = Dice.Of(_order.Seed + 1, Purpose.Workload);
        var clients = Enumerable.Range(0, Settings.Clients).Select(i => new Client(Shop, _network, i, new Dice(dice.Next())).Run());
        await Task.WhenAll(clients.ToArray());
        Faults.End();
        await _disasters.End();
        await Rest();
        var silo = _silos.Serving!;
        if (_findings.Count == 0)
        {
            var clock = Stopwatch.StartNew();
            _findings.AddRange(await SiloHands.On(
                silo.Machine, _home, () => Judge.Examine(silo.Entry, Shop, _silos.WasInterrupted, Faults)));
            Judged = clock.Elapsed;
        }

        if (_findings.Count == 0)
            await Finish(silo);
    }

    // As a client does that is told of a failure: it asks again until it is done, wherever there is a silo.
    private async Task ResetFirst()
    {
        _disasters.StrikeAtOnce();
        var (since, isCalm) = (_home.GetTimestamp(), false);
        for (var pause = LookPause; await FailsToReset() is { } failure; pause = pause.DoubledUpTo(LongestPause))
        {
            Trace.Note($"reset failed: {failure}");
            if (_home.GetElapsedTime(since) > ResetPatience)
            {
                if (isCalm)
                {
                    _findings.Add(new Finding("liveness", $"reset: {failure}"));
                    return;
                }

                // Each attempt may have met another fault.
                Faults.End();
                (since, isCalm) = (_home.GetTimestamp(), true);
            }

            await Task.Delay(pause, _home);
        }

        if (isCalm)
            Faults.Begin();
        Trace.Note("reset");
    }

    // It sees that its connection is lost when the silo is gone.
    private async Task<string?> FailsToReset()
    {
        if (_silos.Serving is not { } silo)
            return "no silo serves";
        var failure = Fails(() => silo.Entry.Reset(CancellationToken.None), silo);
        while (!failure.IsCompleted && !silo.Machine.IsDead)
            await Task.WhenAny(failure, Task.Delay(LookPause, _home));
        return failure.IsCompleted ? await failure : "the connection was lost";
    }

    // What goes on after the last answer ends by itself, within a minute.
    private async Task Rest()
    {
        await Task.Delay(_order.Faults.IsEmpty ? RestTime : Minute, _home);
        foreach (var silo in _silos.All)
        {
            // What each does by itself, time and again, takes a moment between silos, and until it is in the tables.
            for (var look = 1; look < LooksMax && silo.Outstanding is not null; look++)
                await Task.Delay(LookPause, _home);
            if (silo.Outstanding is { } outstanding)
                _findings.Add(new Finding("liveness", $"a minute after the last answer and the last fault {outstanding}"));
        }

        Trace.Note("at rest");
    }

    // Every state can be written to, and everything that runs can be stopped: no lock is left, and nobody waits for ever.
    private async Task Finish(SimulatedSilo silo)
    {
        await Try("reset", () => silo.Entry.Reset(CancellationToken.None), silo);
        foreach (var one in _silos.All)
        {
            await Try("stop", one.Stop, one);
            if (one.Outstanding is { } outstanding)
                _findings.Add(new Finding("memory", $"when the silo has stopped {outstanding}"));
            if (one.Member is { } member)
                _cluster!.Remove(member);
        }
    }

    private async Task Try(string what, Func<Task> function, SimulatedSilo silo)
    {
        if (await Fails(function, silo) is { } failure)
            _findings.Add(new Finding("liveness", $"{what}: {failure}"));
    }

    // Why something failed that a silo did; null if it did not.
    private async Task<string?> Fails(Func<Task> function, SimulatedSilo silo)
    {
        try
        {
            await SiloHands.On(silo.Machine, _home, function).WaitAsync(Minute, _home);
            return null;
        }
        catch (Exception exception)
        {
            return exception.Message;
        }
    }
}
