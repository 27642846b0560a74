using System.Globalization;
using Marketplace.Simulation.Faults;

namespace Marketplace.Simulation.Commands;

/// <summary>Tells what came of the worlds.</summary>
internal static class Report
{
    public static string Progress(Tally tally, long worlds, TimeSpan elapsed) => string.Create(
        CultureInfo.InvariantCulture,
        $"{tally.Worlds:#,0} of {worlds:#,0} worlds, "
        + $"{tally.Worlds / Math.Max(0.001, elapsed.TotalSeconds):0} a second, {tally.Failures.Count} failed");

    /// <summary>Writes all of it.</summary>
    /// <returns>The exit code.</returns>
    public static int Write(TextWriter output, Tally tally, SimulationOptions options, TimeSpan elapsed, Sustained? sustained)
    {
        var worlds = Math.Max(1, tally.Worlds);
        output.WriteLine(Progress(tally, options.Worlds, elapsed));
        output.WriteLine($"protocols: {List(tally.Protocols)}; not simulated: orleans-transactions, which needs a silo of Orleans");
        output.WriteLine($"a world: {tally.Turns / worlds} turns, {tally.Requests / worlds} requests; transactions: {List(tally.Outcomes)}");
        output.WriteLine(Invariant(
            $"time of a processor: {tally.ProcessorMilliseconds / worlds:0.0} ms a world; real time {tally.Milliseconds / worlds:0.0} ms")
            + Invariant($", of it {tally.MillisecondsOfMaking / worlds:0.0} for silos, {tally.MillisecondsOfAudits / worlds:0.0} for the audit"));
        if (sustained is not null)
        {
            output.WriteLine(Invariant($"sustained: {sustained.WorldsPerSecond:0} worlds a second, {sustained.ProcessorMilliseconds:0.0} ms of a ")
                + Invariant($"processor a world, in the last {sustained.Worlds:#,0} of them"));
        }

        output.WriteLine(Invariant($"aborted: {(double)tally.Outcomes.GetValueOrDefault("aborted") / worlds:0.0} a world"));
        if (!options.Faults.IsEmpty)
            Faults(output, tally, options, worlds);
        output.WriteLine($"traces: {tally.Traces:x16}, the sum of their hashes");
        output.WriteLine($"branches that silos log: {List(tally.Branches)}");
        foreach (var failure in tally.Failures)
        {
            output.WriteLine($"FAILED {failure.Check} ({failure.Protocol}): {failure.Witness}");
            output.WriteLine($"  dotnet run -c Release --project src/Marketplace.Simulation -- {failure.Command} --trace");
        }

        var silent = Silent(tally, options).ToList();
        if (silent.Count > 0)
            output.WriteLine($"FAILED faults that never struck: {string.Join(", ", silent)}");
        return tally.Failures.Count > 0 || silent.Count > 0 ? ExitCodes.Violations : ExitCodes.Clean;
    }

    private static void Faults(TextWriter output, Tally tally, SimulationOptions options, long worlds)
    {
        var all = tally.Bites.Values.Sum();
        output.WriteLine(Invariant($"faults that struck: {(double)all / worlds:0.0} a world, none in {tally.Unbitten}"));
        foreach (var fault in options.Faults.Where(fault => fault.IsPossible(options.Silos)))
        {
            var (bites, worldsBitten) = (tally.Bites.GetValueOrDefault(fault.Name()), tally.Bitten.GetValueOrDefault(fault.Name()));
            output.WriteLine(Invariant($"  {fault.Name(),-20} {bites,10:#,0} in {worldsBitten,8:#,0} worlds"));
        }
    }

    // A fault that never strikes in so many worlds is a failure of the simulator.
    private static IEnumerable<string> Silent(Tally tally, SimulationOptions options)
    {
        const int worldsMin = 1_000;
        return tally.Worlds < worldsMin ? [] : options.Faults.Where(fault => fault.IsPossible(options.Silos))
            .Select(FaultNames.Name).Where(name => !tally.Bites.ContainsKey(name));
    }

    private static string List(Dictionary<string, long> counts) =>
        string.Join(", ", counts.OrderBy(static count => count.Key, StringComparer.Ordinal)
            .Select(static count => Invariant($"{count.Key} {count.Value:#,0}")));

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
