using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Simulation.Silos;

namespace Marketplace.Simulation.Commands;

/// <summary>
/// Worlds of a file: on each line one with the arguments that make it, or those of some seeds, which one process runs. What follows a # is a comment.
/// </summary>
internal static class WorldList
{
    /// <summary>Reads a file.</summary>
    /// <param name="path">Where it is.</param>
    /// <param name="read">Reads the arguments of a line.</param>
    /// <returns>The lines that have any, in their order.</returns>
    /// <exception cref="FormatException">It can't be read, it has no world, or a line is none.</exception>
    public static ImmutableArray<SimulationOptions> Read(string path, Func<string, SimulationOptions> read)
    {
        var worlds = ImmutableArray.CreateBuilder<SimulationOptions>();
        foreach (var (number, line) in Lines(path).Index())
        {
            if (line.Split('#')[0].Trim() is not { Length: > 0 } arguments)
                continue;
            try
            {
                worlds.Add(read(arguments));
            }
            catch (FormatException exception)
            {
                var where = string.Create(CultureInfo.InvariantCulture, $"Line {number + 1} of {path}");
                throw new FormatException($"{where}: {exception.Message}", exception);
            }
        }

        return worlds.Count > 0 ? worlds.ToImmutable() : throw new FormatException($"There is no world in {path}.");
    }

    /// <summary>Runs every n-th line, one after the other, on the thread that calls it.</summary>
    /// <param name="lines">The lines.</param>
    /// <param name="first">Which one it begins with, from 0.</param>
    /// <param name="step">How many others take the ones between.</param>
    /// <param name="write">Takes what each was found to be, a line at a time.</param>
    /// <returns>Whether all are clean.</returns>
    public static bool Run(ImmutableArray<SimulationOptions> lines, int first, int step, Action<string> write)
    {
        var (shared, isClean) = (new SharedParts(), true);
        for (var i = first; i < lines.Length; i += step)
            isClean &= lines[i].Worlds == 1 ? World(lines[i], shared, write) : Campaign(lines[i], shared, write);

        return isClean;
    }

    private static bool World(SimulationOptions line, SharedParts shared, Action<string> write)
    {
        var world = new World(line.Order(line.First), shared, story: null);
        var (arguments, findings) = (line.Text, world.Run());
        foreach (var finding in findings)
            write($"FAILED {arguments}: {finding}");
        write($"{Verdict(findings.Count == 0)} {arguments}: {world.Outcome}");
        return findings.Count == 0;
    }

    // Its report, each line of it with the arguments, as those of other processes come between.
    private static bool Campaign(SimulationOptions line, SharedParts shared, Action<string> write)
    {
        var (arguments, tally) = (line.Text, new CampaignTally(line));
        new Campaign(line, shared, tally.Add).Run(0, 1, CancellationToken.None);
        using var report = new StringWriter();
        var isClean = tally.Write(report) == ExitCodes.Clean;
        foreach (var text in report.ToString().Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries))
            write($"{arguments}: {text}");
        write($"{Verdict(isClean)} {arguments}: {tally.Worlds} worlds");
        return isClean;
    }

    private static string Verdict(bool isClean) => isClean ? "clean" : "failed";

    private static string[] Lines(string path)
    {
        try
        {
            return File.ReadAllLines(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new FormatException($"The worlds of {path} can't be read: {exception.Message}", exception);
        }
    }
}
