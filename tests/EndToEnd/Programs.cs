using System.Diagnostics;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>The programs that a user starts, as processes of their own.</summary>
internal static class Programs
{
    /// <summary>A scenario of the folder config.</summary>
    public static string Config(string name) => Path.Combine(Root(AppContext.BaseDirectory), "config", name);

    /// <summary>Runs the driver to its end.</summary>
    public static async Task<(int ExitCode, string Output)> Drive(params string[] arguments)
    {
        using var process = Start("Driver", arguments);
        var cancellation = TestContext.Current.CancellationToken;
        var output = process.StandardOutput.ReadToEndAsync(cancellation);
        var errors = process.StandardError.ReadToEndAsync(cancellation);
        await process.WaitForExitAsync(cancellation);
        return (process.ExitCode, await output + await errors);
    }

    /// <summary>Starts a program of this build. The driver finds the silo beside its own folder.</summary>
    public static Process Start(string name, params string[] arguments) => Start(name, [], arguments);

    /// <summary>Starts a program of this build with variables in its environment.</summary>
    public static Process Start(string name, KeyValuePair<string, string>[] environment, string[] arguments)
    {
        var configuration = new DirectoryInfo(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory)).Name;
        var program = Path.Combine(AppContext.BaseDirectory, "..", "..", name, configuration, name + ".dll");
        var start = new ProcessStartInfo("dotnet", [program, .. arguments]) { RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var (variable, value) in environment)
            start.Environment[variable] = value;

        return Process.Start(start)!;
    }

    private static string Root(string folder) =>
        File.Exists(Path.Combine(folder, "Marketplace.sln")) ? folder : Root(Directory.GetParent(folder)!.FullName);
}
