using Marketplace.Simulation.Scheduling;
using Marketplace.Simulation.Silos;

namespace Marketplace.Simulation.Faults;

/// <summary>
/// Writes that are on their way to the database when a silo ends. Most of the time nothing is: before some ends it is slow, so that there is
/// something to lose.
/// </summary>
internal static class GatheredWrites
{
    private const double ShareInWrites = 0.7;
    private const int GatherLeast = 20;
    private const int GatherMost = 150;

    /// <summary>Lets writes of a silo gather, or not.</summary>
    public static async Task Gather(SimulatedSilo silo, Dice dice, Machine home)
    {
        if (!dice.Chance(ShareInWrites))
            return;
        silo.Link!.Slowness = SimulatedLimits.StorageTimeout;
        await Task.Delay(TimeSpan.FromMilliseconds(dice.Between(GatherLeast, GatherMost)), home);
        silo.Link.Slowness = TimeSpan.Zero;
    }
}
