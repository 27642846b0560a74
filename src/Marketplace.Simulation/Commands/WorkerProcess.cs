using System.Diagnostics;
using System.Text.Json;

namespace Marketplace.Simulation.Commands;

/// <summary>
/// A process that runs some of the worlds. It counts one processor, whatever the machine has, so that its thread pool can be the one thread of its
/// worlds; and each has a heap of its own, so that none waits for the collector of another.
/// </summary>
internal static class WorkerProcess
{
    // From so many worlds on it pays to compile what runs often with counters first, and then by what they have counted: each world takes a sixth
    // less then, and the start some seconds more.
    private const long WorldsOfLongRuns = 10_000;

    // Longer than lines are, and no more than what a pipe takes in one piece.
    private const int LongestLine = 4_096;

    /// <summary>Runs this program again as a worker.</summary>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="worlds">How many worlds it will run, about.</param>
    /// <param name="isRead">Whether its output is read here; else it goes where that of this process goes.</param>
    public static Process Start(IEnumerable<string> arguments, long worlds, bool isRead)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!) { UseShellExecute = false, RedirectStandardOutput = isRead };
        if (Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet")
            start.ArgumentList.Add(typeof(WorkerProcess).Assembly.Location);
        foreach (var argument in arguments)
            start.ArgumentList.Add(argument);
        start.Environment["DOTNET_PROCESSOR_COUNT"] = "1";
        start.Environment["DOTNET_GCgen0size"] = "4000000";
        start.Environment["DOTNET_TieredPGO"] = worlds < WorldsOfLongRuns ? "0" : "1";
        start.Environment["DOTNET_TC_CallCountingDelayMs"] = "0";
        start.Environment["DOTNET_TC_CallCountThreshold"] = "12C";
        start.Environment["DOTNET_EnableWriteXorExecute"] = "0";
        return Process.Start(start) ?? throw new InvalidOperationException("The worker did not start.");
    }

    /// <summary>
    /// Writes lines to where others write theirs, each in one piece. The console's own writer passes on a long line in several pieces, and lines of
    /// other processes come between them.
    /// </summary>
    public static TextWriter InWholeLines(Stream output) => new StreamWriter(output, bufferSize: LongestLine) { AutoFlush = true };

    /// <summary>Writes sums for the process that reads them.</summary>
    public static void Report(Tally tally) => Console.Out.WriteLine(JsonSerializer.Serialize(tally));

    /// <summary>Reads sums as long as the worker writes them.</summary>
    public static async Task Read(Process worker, Action<Tally> report)
    {
        while (await worker.StandardOutput.ReadLineAsync() is { } line)
        {
            if (line.StartsWith('{'))
                report(JsonSerializer.Deserialize<Tally>(line)!);
            else
                Console.Error.WriteLine(line);
        }

        await worker.WaitForExitAsync();
    }
}
