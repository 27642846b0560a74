using System.Collections.Immutable;
using Marketplace.Simulation.Judging;
using Marketplace.Simulation.Silos;

namespace Marketplace.Simulation.Commands;

/// <summary>Finds a shorter world that shows the same: fewer operations, and fewer strikes of faults.</summary>
internal sealed class Shrinker(SharedParts shared, int runsMax)
{
    private int _runs;

    /// <summary>Shortens a world.</summary>
    /// <param name="order">A world in which something is wrong.</param>
    /// <param name="check">Which check has to find something still.</param>
    /// <returns>The shortest world found, with what is wrong in it.</returns>
    public (WorldOrder Order, Finding Finding)? Shrink(WorldOrder order, string check)
    {
        _runs = 0;
        if (Shows(order, check, out var world) is not { } finding)
            return null;
        var best = (Order: order, Finding: finding);
        for (int least = 1, most = world.Settings.Operations; least < most;)
        {
            var middle = (least + most) / 2;
            if (Shows(best.Order with { Operations = middle }, check, out _) is { } found)
                (best, most) = ((best.Order with { Operations = middle }, found), middle);
            else
                least = middle + 1;
        }

        if (Shows(best.Order, check, out world) is null)
            return best;
        var strikes = Enumerable.Range(0, world.Faults.Drawn).ToImmutableHashSet();
        for (var size = Math.Max(1, strikes.Count / 2); size >= 1 && strikes.Count > 0; size /= 2)
        {
            foreach (var some in strikes.Order().Chunk(size).ToList())
            {
                var fewer = best.Order with { Strikes = strikes.Except(some) };
                if (Shows(fewer, check, out _) is { } found)
                    (best, strikes) = ((fewer, found), fewer.Strikes!);
            }
        }

        return best;
    }

    private Finding? Shows(WorldOrder order, string check, out World world)
    {
        world = new World(order, shared, story: null);
        return _runs++ > runsMax ? null : world.Run().Find(finding => finding.Check == check);
    }
}
