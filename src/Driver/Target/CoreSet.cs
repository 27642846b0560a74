using System.Collections.Immutable;
using System.Diagnostics;
using System.Globalization;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Target;

/// <summary>Numbers of processor cores, as Linux counts them: which of them a silo gets, and which are left for the driver.</summary>
internal sealed record CoreSet(ImmutableArray<int> Cores)
{
    private const string StatusFile = "/proc/self/status";
    private const string Allowed = "Cpus_allowed_list:";
    private const string Program = "taskset";

    // Read before this process gives any up.
    private static readonly CoreSet All = Read();

    /// <summary>Those that this process may use. A container may have all of a large node, and time on a few: then it has the first few.</summary>
    public static CoreSet Machine { get; } = new([.. All.Cores.Take(Environment.ProcessorCount)]);

    public int Count => Cores.Length;

    /// <summary>Reads a list such as "0-3,8".</summary>
    public static CoreSet Parse(string list) => new(
    [
        .. list.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).SelectMany(part =>
        {
            var ends = part.Split('-').Select(end => int.Parse(end, CultureInfo.InvariantCulture)).ToArray();
            return Enumerable.Range(ends[0], ends[^1] - ends[0] + 1);
        }),
    ]);

    /// <summary>Why a scenario can't have the cores that it wants.</summary>
    /// <returns>Null if it can, or wants none.</returns>
    public string? Missing(Scenario scenario) => scenario.Target.Cores > Count
        ? string.Create(CultureInfo.InvariantCulture, $"it wants {scenario.Target.Cores} cores, and this machine has {Count}")
        : null;

    /// <summary>True if silo and driver share cores although the silo is pinned, as the machine has no more.</summary>
    public bool IsShared(Scenario scenario) => scenario.Target.Cores >= Count;

    /// <summary>The cores of a silo: the first ones.</summary>
    public CoreSet OfSilo(int count) => new([.. Cores.Take(count)]);

    /// <summary>The cores of the driver: those that the silo has not, or all if there are none.</summary>
    public CoreSet OfDriver(int? silo) => silo is { } count && count < Count ? new([.. Cores.Skip(count)]) : this;

    /// <summary>Those at some places of this set.</summary>
    /// <returns>Null if no places are named.</returns>
    public CoreSet? At(IReadOnlyList<int>? places) => places is null ? null : new([.. places.Select(place => Cores[place])]);

    /// <summary>The command that starts a program on these cores.</summary>
    public string[] Command => [Program, "-c", ToString()];

    /// <summary>Keeps this process to the cores that a scenario leaves it.</summary>
    /// <returns>Disposing of it gives all cores back; null where the scenario says nothing of cores.</returns>
    /// <exception cref="ScenarioException">The machine has not so many.</exception>
    /// <exception cref="TargetException">Processes can't be kept to cores here.</exception>
    public static IDisposable? Keep(Scenario scenario)
    {
        if (scenario.Target.Cores is not { } count) return null;
        if (Machine.Missing(scenario) is { } missing) throw new ScenarioException(scenario.Name, "$.target.cores", missing);
        Machine.OfDriver(count).Pin();
        return new Kept();
    }

    public override string ToString() => string.Join(',', Cores);

    private static CoreSet Read() => File.Exists(StatusFile)
        && File.ReadLines(StatusFile).FirstOrDefault(line => line.StartsWith(Allowed, StringComparison.Ordinal)) is { } line
            ? Parse(line[Allowed.Length..])
            : new CoreSet([.. Enumerable.Range(0, Environment.ProcessorCount)]);

    // All threads that there are; those to come inherit it.
    private void Pin()
    {
        var own = Environment.ProcessId.ToString(CultureInfo.InvariantCulture);
        var start = new ProcessStartInfo(Program, ["-a", "-c", "-p", ToString(), own])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        try
        {
            using var process = Process.Start(start)!;
            var problem = process.StandardError.ReadToEnd();
            process.WaitForExit();
            if (process.ExitCode != 0) throw new TargetException($"The driver can't be kept to the cores {this}: {problem.Trim()}");
        }
        catch (System.ComponentModel.Win32Exception error)
        {
            throw new TargetException($"target.cores needs the program {Program} (Linux, package util-linux): {error.Message}", error);
        }
    }

    private sealed class Kept : IDisposable
    {
        public void Dispose() => All.Pin();
    }
}
