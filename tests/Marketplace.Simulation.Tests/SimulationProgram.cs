using System.Diagnostics;
using Xunit;

namespace Marketplace.Simulation.Tests;

/// <summary>The command, in a process of its own as a user runs it: worlds need one, as their thread is the only one of its pool.</summary>
internal static class SimulationProgram
{
    // The longest list takes three minutes where it has two processors to itself; beside other tests and other work ten were too few.
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(30);

    /// <summary>Runs it to its end, with a list of worlds.</summary>
    public static async Task<(int ExitCode, string Output)> RunList(IEnumerable<string> worlds, params string[] arguments)
    {
        var list = Path.GetTempFileName();
        try
        {
            await File.WriteAllLinesAsync(list, worlds, TestContext.Current.CancellationToken);
            return await Run(["--worlds", list, .. arguments]);
        }
        finally
        {
            File.Delete(list);
        }
    }

    /// <summary>Runs it to its end.</summary>
    public static async Task<(int ExitCode, string Output)> Run(params string[] arguments)
    {
        var configuration = new DirectoryInfo(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory)).Name;
        var program = Path.Combine(AppContext.BaseDirectory, "..", "..", "Marketplace.Simulation", configuration, "Marketplace.Simulation.dll");
        var start = new ProcessStartInfo("dotnet", [program, .. arguments]) { RedirectStandardOutput = true, RedirectStandardError = true };
        using var process = Process.Start(start)!;
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        limited.CancelAfter(Limit);
        var cancellation = limited.Token;
        var output = process.StandardOutput.ReadToEndAsync(cancellation);
        var errors = process.StandardError.ReadToEndAsync(cancellation);
        try
        {
            await process.WaitForExitAsync(cancellation);
        }
        catch (OperationCanceledException exception) when (!TestContext.Current.CancellationToken.IsCancellationRequested)
        {
            throw new TimeoutException($"The command has not ended within {Limit}: {string.Join(' ', arguments)}", exception);
        }
        finally
        {
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
        }

        var errorText = await errors;
        return (process.ExitCode, await output + (process.ExitCode is 0 or 1 ? "" : errorText));
    }
}
