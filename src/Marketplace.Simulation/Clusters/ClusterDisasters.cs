using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Scheduling;
using Marketplace.Simulation.Silos;
using Marketplace.Simulation.Workload;

namespace Marketplace.Simulation.Clusters;

/// <summary>What befalls the silos of a cluster: one is killed, or paused until the others take it for dead.</summary>
internal sealed class ClusterDisasters(SiloHouse silos, Cluster cluster, Network network, FaultPlan faults, Machine home)
{
    private static readonly TimeSpan DetectionLeast = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan DetectionMost = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan PauseMost = TimeSpan.FromSeconds(12);
    private static readonly TimeSpan AfterlifeMost = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan RestartMost = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan FencePatience = TimeSpan.FromSeconds(6);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    private const double ShareReplaced = 0.7;

    /// <summary>Kills a silo. What it has sent arrives or not; of what was on its way to the database a prefix is durable.</summary>
    public async Task Kill(Dice dice)
    {
        if (await Choose(dice) is not { Member: { Runs: true } member } silo)
            return;
        faults.Bit(Fault.KillSilo);
        member.Machine.Die();
        silos.Database.Die(silo.Time, dice);
        network.Remove(silo);
        silos.Drop(silo);
        var declared = DeclareDead(silo, dice, mayAnswer: false);
        await Replace(dice);
        await declared;
    }

    /// <summary>
    /// Stops the process of a silo; if that takes so long that the others declare it dead it goes on for a while as if it was not, until it sees that
    /// it is not on the list any more. Clients go on to ask it.
    /// </summary>
    public async Task PauseOne(Dice dice)
    {
        if (await Choose(dice) is not { Member: { Runs: true } member } silo)
            return;
        faults.Bit(Fault.PauseSilo);
        member.Machine.Freeze();
        var declared = DeclareDead(silo, dice, mayAnswer: true);
        await Task.Delay(dice.Span(PauseMost), home);
        member.Machine.Thaw();
        if (!await declared)
            return;
        await Task.Delay(dice.Span(AfterlifeMost), home);
        member.Machine.Die();
        network.Remove(silo);
        await Replace(dice);
    }

    private async Task<SimulatedSilo?> Choose(Dice dice)
    {
        var running = silos.All.Where(static silo => silo.Member!.Runs).ToList();
        if (running.Count == 0)
            return null;
        var silo = running[dice.Below(running.Count)];
        await GatheredWrites.Gather(silo, dice, home);
        return silo;
    }

    private async Task Replace(Dice dice)
    {
        if (silos.All.Count > 0 && !dice.Chance(ShareReplaced))
            return;
        await Task.Delay(dice.Span(RestartMost), home);
        network.Add(await silos.Start());
    }

    // Another silo ends it as a writer, and then strikes it off the list. False if it answers again before that has begun.
    private async Task<bool> DeclareDead(SimulatedSilo silo, Dice dice, bool mayAnswer)
    {
        var member = silo.Member!;
        await Task.Delay(DetectionLeast + dice.Span(DetectionMost), home);
        for (var hasBegun = false; ; await Task.Delay(Pause, home))
        {
            if (mayAnswer && !hasBegun && member.Runs)
                return false;
            var survivor = cluster.Active.FirstOrDefault(other => other != member && other.Runs);
            hasBegun |= survivor is not null;
            if (survivor is not null && await TryFence(survivor, member))
                break;
            if (survivor is null && hasBegun)
                network.Add(await silos.Start());
        }

        cluster.Remove(member);
        silos.Drop(silo);
        return true;
    }

    private async Task<bool> TryFence(Member survivor, Member member)
    {
        try
        {
            await SiloHands.On(survivor.Machine, home, () => survivor.Fence.Close(member.Key)).WaitAsync(FencePatience, home);
            return true;
        }
        catch (Exception)
        {
            // The database is away, or the survivor is.
            return false;
        }
    }
}
