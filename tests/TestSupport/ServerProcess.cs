using System.Diagnostics;

namespace Marketplace.TestSupport;

/// <summary>
/// A database server as a process of its own with throw-away data. A shell between keeps watch: when the tests' process goes, however it
/// goes, the server is stopped and its folder removed.
/// </summary>
internal sealed class ServerProcess : IAsyncDisposable
{
    private const string Watch = """
        signal=$1
        shift
        "$@" >> "$0/log" 2>&1 < /dev/null &
        server=$!
        read -r word
        kill -$signal $server 2> /dev/null
        wait $server
        [ "$word" = keep ] || rm -rf "$0"
        """;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly Process _shell;

    private ServerProcess(Process shell) => _shell = shell;

    /// <summary>Starts a server and waits until it answers.</summary>
    /// <param name="signal">What ends it: "QUIT".</param>
    public static async Task<ServerProcess> Start(string folder, string signal, string[] command, Func<Task<bool>> answers)
    {
        var start = new ProcessStartInfo("/bin/sh", ["-c", Watch, folder, signal, .. command]) { RedirectStandardInput = true };
        var server = new ServerProcess(Process.Start(start)!);
        var since = TimeProvider.System.GetTimestamp();
        while (!await answers())
        {
            if (TimeProvider.System.GetElapsedTime(since) > Patience)
            {
                var log = await File.ReadAllTextAsync(Path.Combine(folder, "log"));
                await server.DisposeAsync();
                throw new TimeoutException($"'{string.Join(' ', command)}' did not answer within {Patience}. Its log: {log}");
            }

            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
        }

        return server;
    }

    /// <summary>Runs a program to its end.</summary>
    public static async Task<(int ExitCode, string Output)> Run(params string[] command)
    {
        var start = new ProcessStartInfo(command[0], command[1..]) { RedirectStandardOutput = true, RedirectStandardError = true };
        using var process = Process.Start(start)!;
        var (output, errors) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        await process.WaitForExitAsync();
        return (process.ExitCode, await output + await errors);
    }

    /// <summary>Ends the server and keeps its folder.</summary>
    public async Task Stop()
    {
        await _shell.StandardInput.WriteLineAsync("keep");
        _shell.StandardInput.Close();
        using var patience = new CancellationTokenSource(Patience, TimeProvider.System);
        await _shell.WaitForExitAsync(patience.Token);
        _shell.Dispose();
    }

    /// <summary>
    /// Ends the server and removes its folder. Where that takes long, as with thousands of files on a busy disk, the shell ends it alone, as it
    /// does when the tests' process is gone: it is no failure of what was tested.
    /// </summary>
    public async ValueTask DisposeAsync()
    {
        _shell.StandardInput.Close();
        using var patience = new CancellationTokenSource(Patience, TimeProvider.System);
        await _shell.WaitForExitAsync(patience.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _shell.Dispose();
    }
}
