using System.Collections.Immutable;
using System.Globalization;

namespace Marketplace.Simulation.Commands;

/// <summary>Worlds of a file: one a line, with the arguments that make it. What follows a # is a comment.</summary>
internal static class WorldList
{
    /// <summary>Reads a file.</summary>
    /// <param name="path">Where it is.</param>
    /// <param name="read">Reads the arguments of one world.</param>
    /// <returns>The worlds, in their order.</returns>
    /// <exception cref="FormatException">It can't be read, it has no world, or a line is none.</exception>
    public static ImmutableArray<WorldOrder> Read(string path, Func<string, WorldOrder> read)
    {
        var worlds = ImmutableArray.CreateBuilder<WorldOrder>();
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

    /// <summary>Runs every n-th of some worlds, one after the other, on the thread that calls it.</summary>
    /// <param name="worlds">The worlds.</param>
    /// <param name="first">Which one it begins with, from 0.</param>
    /// <param name="step">How many others take the ones between.</param>
    /// <param name="write">Takes what each was found to be, a line at a time.</param>
    /// <returns>Whether all are clean.</returns>
    public static bool Run(ImmutableArray<WorldOrder> worlds, int first, int step, Action<string> write)
    {
        var (shared, isClean) = (new Silos.SharedParts(), true);
        for (var i = first; i < worlds.Length; i += step)
        {
            var world = new World(worlds[i], shared, story: null);
            var (arguments, findings) = (SimulationOptions.Arguments(worlds[i]), world.Run());
            foreach (var finding in findings)
                write($"FAILED {arguments}: {finding}");
            var verdict = findings.Count == 0 ? "clean" : "failed";
            write($"{verdict} {arguments}: {world.Outcome}");
            isClean &= findings.Count == 0;
        }

        return isClean;
    }

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
