using Marketplace.Driver.Scenarios;
using static System.FormattableString;

namespace Marketplace.Driver.Reporting;

/// <summary>Tells whether the driver, not the target, bounded a result.</summary>
internal static class Bottleneck
{
    private const double Busy = 0.9;
    private const double LateMs = 10;

    /// <summary>Looks for a reason to doubt the result.</summary>
    /// <param name="lag">How late transactions were sent.</param>
    /// <param name="unsent">Planned transactions never sent.</param>
    /// <returns>The reason; null if there is none.</returns>
    public static string? Find(Scenario scenario, ResourcesSummary resources, LatencySummary lag, long unsent, double seconds)
    {
        if (seconds <= 0) return null;
        var (load, machine) = (scenario.Load, Environment.ProcessorCount);
        var isShared = scenario.Target.Cores is not { } own || own >= machine;
        var cores = isShared ? machine : machine - scenario.Target.Cores!.Value;
        var driver = resources.Driver.CpuSeconds / seconds;
        var silo = (resources.Silo?.CpuSeconds ?? 0) / seconds;
        if (driver > Busy * cores) return Invariant($"the driver used {driver:0.0} of {cores} cores");
        if (isShared && resources.Silo is not null && driver + silo > Busy * cores && driver > silo)
            return Invariant($"driver ({driver:0.0}) and silo ({silo:0.0}) share {cores} cores, and the driver used more of them");

        // What waits in the driver because the target is late is part of the latency there.
        var isLate = lag.P99 > LateMs && load.Backlog != LoadSettings.SendBacklog;
        if (load.Rate is null || unsent == 0 && !isLate) return null;
        return Invariant($"at {load.Concurrency} transactions in flight the rate of {load.Rate}/s could not be kept: ")
            + Invariant($"{unsent} were never sent, the send lag has a p99 of {lag.P99:0.0} ms");
    }
}
