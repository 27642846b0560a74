using System.Diagnostics;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Silos;

namespace Marketplace.Simulation.Commands;

/// <summary>Runs the worlds of some seeds, one after the other, on the thread that calls it.</summary>
/// <param name="options">Which worlds.</param>
/// <param name="shared">What they share with others of this process.</param>
/// <param name="report">Takes the sums since it was last called.</param>
internal sealed class Campaign(SimulationOptions options, SharedParts shared, Action<Tally> report)
{
    private const int WorldsPerReport = 20;
    private const int ShrinksMax = 5;
    private const int RunsPerShrink = 120;

    private TimeSpan _used = Environment.CpuUsage.TotalTime;
    private int _shrinks;

    /// <summary>Runs every n-th of the seeds.</summary>
    /// <param name="first">Which one it begins with, from 0.</param>
    /// <param name="step">How many others take the ones between.</param>
    /// <param name="cancellationToken">Ends it between two worlds.</param>
    public void Run(int first, int step, CancellationToken cancellationToken)
    {
        var tally = new Tally();
        for (var seed = options.First + first; seed <= options.Last && !cancellationToken.IsCancellationRequested; seed += step)
        {
            var order = options.Order(seed);
            var clock = Stopwatch.StartNew();
            var world = new World(order, shared, story: null);
            var findings = world.Run();
            tally.Add(world, clock.Elapsed);
            if (findings.Count > 0)
                tally.Failures.Add(Shortened(order, world, findings[0]));
            if (tally.Worlds % WorldsPerReport == 0 || findings.Count > 0)
            {
                Send(tally);
                tally = new Tally();
            }
        }

        Send(tally);
    }

    private void Send(Tally tally)
    {
        var used = Environment.CpuUsage.TotalTime;
        tally.ProcessorMilliseconds = (used - _used).TotalMilliseconds;
        _used = used;
        report(tally);
    }

    private Failure Shortened(WorldOrder order, World world, Judging.Finding finding)
    {
        // A bug that was put in on purpose is known.
        var (shortest, found) = order.Mutant == Mutant.None && _shrinks++ < ShrinksMax
            && new Shrinker(shared, RunsPerShrink).Shrink(order, finding.Check) is { } shrunk
                ? shrunk
                : (order, finding);
        return new Failure(SimulationOptions.Arguments(shortest), world.Settings.Protocol, found.Check, found.Witness);
    }
}
