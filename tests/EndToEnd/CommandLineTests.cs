using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>What the driver's process does with signals, and what a shell makes of its completions.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class CommandLineTests : IDisposable
{
    private const int Sigint = 2;

    private readonly RunFolder _folder = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact(Timeout = 120_000)]
    public async Task The_second_Ctrl_C_ends_the_driver_and_leaves_no_folder()
    {
        // Each answer takes a minute: the first signal waits for those in flight.
        var scenario = _folder.WriteScenario("""
            {
              "name": "endless", "target": { "reference": "delay", "latencyMs": 60000 }, "load": { "requestTimeout": 600 },
              "data": { "sizeFactor": 0.01 }, "epochs": { "count": 1, "seconds": 600, "warmUp": 0 }
            }
            """);
        using var driver = Programs.Start("Driver", "run", scenario, "--output", _folder.Results);
        var output = driver.StandardOutput.ReadToEndAsync(Cancellation);
        await Wait.Until("it submits", () => Task.FromResult(File.Exists(Path.Combine(_folder.Results, "history.bin"))), Wait.ForSilos);

        while (!driver.HasExited)
        {
            _ = SendSignal(driver.Id, Sigint);
            await Task.WhenAny(driver.WaitForExitAsync(Cancellation), Task.Delay(TimeSpan.FromMilliseconds(200), TimeProvider.System, Cancellation));
        }

        Assert.Equal(130, driver.ExitCode);
        Assert.False(Directory.Exists(_folder.Results), await output);
    }

    [Fact(Timeout = 120_000)]
    public async Task Bash_completes_commands_options_and_members()
    {
        var program = Path.Combine(AppContext.BaseDirectory, "..", "..", "Driver", Configuration, "Driver.dll");
        var script = $$"""
            marketplace-driver() { dotnet {{program}} "$@"; }
            source <(marketplace-driver completion)
            complete_line() {
                COMP_LINE=$1 COMP_POINT=${#1}
                IFS=' ' read -ra COMP_WORDS <<< "$1"
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _marketplace_driver
                echo "${COMPREPLY[*]}"
            }
            complete_line "marketplace-driver swe"
            complete_line "marketplace-driver run config/null.json --overw"
            complete_line "marketplace-driver run config/null.json --set load.concur"
            complete -p marketplace-driver
            """;
        var start = new ProcessStartInfo("bash", ["-c", script]) { RedirectStandardOutput = true };
        using var bash = Process.Start(start)!;

        var output = await bash.StandardOutput.ReadToEndAsync(Cancellation);

        Assert.Equal(
            ["sweep", "--overwrite", "load.concurrency=", "complete -o default -F _marketplace_driver marketplace-driver"],
            output.Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    private static string Configuration => new DirectoryInfo(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory)).Name;

    [DllImport("libc", EntryPoint = "kill")]
    private static extern int SendSignal(int process, int signal);
}
