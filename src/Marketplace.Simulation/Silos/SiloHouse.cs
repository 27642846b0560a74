using System.Diagnostics;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Replication;
using Marketplace.Simulation.Scheduling;
using Marketplace.Simulation.Storage;
using Marketplace.Simulation.Workload;
using Marketplace.Storage.Postgres;
using Npgsql;

namespace Marketplace.Simulation.Silos;

/// <summary>Starts silos and ends them, one after the other on what the last one left.</summary>
internal sealed class SiloHouse(
    long seed,
    WorldSettings settings,
    SharedParts shared,
    TurnLoop loop,
    Machine home,
    Network network,
    FaultPlan faults,
    DatabaseTwin database,
    WorldParts parts)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(500);

    private readonly Dice _dice = Dice.Of(seed, Purpose.Silo);
    private readonly List<SimulatedSilo> _old = [];
    private readonly List<SimulatedSilo> _members = [];
    private readonly TaskCompletionSource _refused = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private TimeSpan _wall;
    private int _starts;

    public DatabaseTwin Database => database;

    /// <summary>The servers of Redis; null if updates do not go over them.</summary>
    public RedisTwin? Redis => parts.Redis;

    /// <summary>Real time that the making of silos took.</summary>
    public TimeSpan Made { get; private set; }

    /// <summary>The silo that serves; null while none does.</summary>
    public SimulatedSilo? Serving { get; private set; }

    /// <summary>The silos that serve: one, or those of a cluster, in the order in which they came.</summary>
    public IReadOnlyList<SimulatedSilo> All => settings.IsCluster ? _members : Serving is { } silo ? [silo] : [];

    /// <summary>Ends when a silo refuses what the last one left in the database: no other one can start either.</summary>
    public Task Refused => _refused.Task;

    /// <summary>Why it refuses that; null if none does.</summary>
    public string? Refusal { get; private set; }

    /// <summary>Whether a silo ended in the middle.</summary>
    public bool WasInterrupted { get; private set; }

    /// <summary>Whether silos can be ended in the middle: only then there is something to go on with.</summary>
    public bool CanInterrupt => settings.IsStored && !settings.IsCluster && Serving is not null;

    /// <summary>Starts a silo, as often as that takes.</summary>
    /// <exception cref="LayoutException">It refuses what is in the database.</exception>
    /// <exception cref="PostgresException">What is in the journal can't be brought into the tables.</exception>
    public async Task<SimulatedSilo> Start()
    {
        while (true)
        {
            var silo = await Make();
            try
            {
                await SiloHands.On(silo.Machine, home, silo.Start);
                if (settings.IsCluster)
                    _members.Add(silo);
                return Serving = silo;
            }
            catch (Exception exception) when (exception is LayoutException or PostgresException)
            {
                Refusal = exception.Message;
                _refused.TrySetResult();
                throw;
            }
            catch (Exception)
            {
                // Its process ends, as after any failure of its start, and whoever runs it starts it again.
                silo.End();
                if (silo.Member is { } member)
                    parts.Cluster!.Remove(member);
                await Task.Delay(Pause, home);
            }
        }
    }

    /// <summary>Kills the silo that serves: of what it has sent a prefix becomes durable, and another one starts on that.</summary>
    public async Task Kill()
    {
        Kill(Serving!, Fault.Crash);
        while (faults.Has(Fault.CrashInRecovery) && faults.IsDue(Fault.CrashInRecovery))
        {
            var silo = await Make();
            _ = SiloHands.On(silo.Machine, home, silo.Start);
            await Task.Delay(_dice.Span(TimeSpan.FromMilliseconds(40)), home);
            Kill(silo, Fault.CrashInRecovery);
            if (_dice.Chance(0.5))
                break;
        }

        network.Serve(await Start());
    }

    /// <summary>Stops the process of the silo that serves; another one takes its schema meanwhile; then the first one goes on, unaware.</summary>
    public async Task TakeOver()
    {
        var first = Serving!;
        first.Machine.Freeze();
        Serving = null;
        network.Serve(null);
        network.Serve(await Start());
        await Task.Delay(_dice.Span(TimeSpan.FromSeconds(2)), home);
        first.Machine.Thaw();
        _old.Add(first);
        await Task.Delay(TimeSpan.FromSeconds(5), home);
        first.Machine.Die();
    }

    /// <summary>A silo of a cluster does not count any more; its process may go on, and answer.</summary>
    public void Drop(SimulatedSilo silo)
    {
        WasInterrupted = true;
        if (!_members.Remove(silo))
            return;
        _old.Add(silo);
        Serving = _members.FirstOrDefault();
    }

    public void End()
    {
        foreach (var silo in _old.Concat(All))
            silo.End();
    }

    private async Task<SimulatedSilo> Make()
    {
        var machine = new Machine(loop, $"silo-{++_starts}");
        WasInterrupted |= _starts > settings.Silos;
        var clock = Stopwatch.StartNew();
        var silo = await SiloHands.On(machine, home, () => Task.FromResult(Make(machine)));
        Made += clock.Elapsed;
        return silo;
    }

    // What the machine's clock shows now is what the silo goes on with: somebody may set it until this moment.
    private SimulatedSilo Make(Machine machine)
    {
        if (loop.Timeline.WallOffset != _wall && _starts > 1)
            faults.Bit(loop.Timeline.WallOffset < _wall ? Fault.ClockBack : Fault.ClockForward);
        _wall = loop.Timeline.WallOffset;
        return new SimulatedSilo(machine, settings, parts, seed, shared, database, faults, _starts);
    }

    private void Kill(SimulatedSilo silo, Fault fault)
    {
        faults.Bit(fault);
        network.Serve(null);
        silo.Machine.Die();
        database.Die(silo.Time, _dice);
        silo.End();
        Serving = null;
    }
}
