using System.Diagnostics;
using System.Globalization;
using System.Text;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Target.Servers;

/// <summary>
/// A server with throw-away data, as a process of its own in a session of its own: Ctrl-C does not reach it. A shell between keeps watch:
/// when the driver goes, however it goes, its end of the pipe closes, the server is stopped and its folder removed.
/// </summary>
internal sealed class GuardedServer : IAsyncDisposable
{
    private const string Watch = """
        trap '' HUP INT TERM
        exec 3<&0
        signal=$1
        shift
        "$@" > "$0/log" 2>&1 < /dev/null 3<&- &
        server=$!
        echo $server > "$0/pid"
        (read -r word <&3; kill -$signal -- -$server 2> /dev/null || kill -$signal $server 2> /dev/null) > /dev/null 2>&1 &
        watch=$!
        wait $server
        code=$?
        kill -KILL $watch 2> /dev/null
        tail -n 20 "$0/log"
        rm -rf "$0"
        exit $code
        """;

    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(120);
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    private readonly Process _shell;
    private readonly string _folder;
    private readonly string _title;
    private readonly TimeProvider _time;
    private readonly StringBuilder _lastWords = new();
    private int? _id;
    private bool _isStopping;

    private GuardedServer(Process shell, ServerCommand command, TimeProvider time)
    {
        _shell = shell;
        _folder = command.Folder;
        _title = command.Title;
        _time = time;
        Name = command.Name;
    }

    /// <summary>What summaries call it: "postgresql".</summary>
    public string Name { get; }

    /// <summary>Why it is no longer there, with the end of its log; null while it runs, or when it was stopped.</summary>
    public string? Death => _shell.HasExited && !_isStopping
        ? $"{_title}, which the driver started, ended with exit code {_shell.ExitCode}. Its last words:{Environment.NewLine}{LastWords()}"
        : null;

    /// <summary>Starts a server and waits until it is ready.</summary>
    /// <param name="died">Called once if it ends by itself.</param>
    /// <exception cref="TargetException">It ended, or was not ready in time.</exception>
    public static async Task<GuardedServer> Start(
        ServerCommand command,
        Func<CancellationToken, Task<bool>> isReady,
        TimeProvider time,
        Action died,
        CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo("/bin/sh", ["-c", Watch, command.Folder, command.StopSignal, .. command.Line])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            UseShellExecute = false,
            WorkingDirectory = command.Folder,
        };
        var server = new GuardedServer(new Process { StartInfo = start, EnableRaisingEvents = true }, command, time);
        server._shell.OutputDataReceived += (_, line) => server.Keep(line.Data);
        server._shell.Exited += (_, _) =>
        {
            if (!server._isStopping) died();
        };
        server._shell.Start();
        server._shell.BeginOutputReadLine();
        try
        {
            await server.Wait(isReady, cancellationToken);
            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    /// <summary>What the server and its children have used so far; null where this is not known.</summary>
    public ProcessUsage? Usage()
    {
        _id ??= ReadId();
        return _id is { } id ? ProcessTree.Usage(id) : null;
    }

    /// <summary>Stops it and removes its data.</summary>
    public async ValueTask DisposeAsync()
    {
        _isStopping = true;
        _shell.StandardInput.Close();
        using var limit = new CancellationTokenSource(StopLimit, _time);
        try
        {
            await _shell.WaitForExitAsync(limit.Token);
        }
        catch (OperationCanceledException)
        {
            _shell.Kill(entireProcessTree: true);
            await _shell.WaitForExitAsync(CancellationToken.None);
            if (Directory.Exists(_folder)) Directory.Delete(_folder, recursive: true);
        }

        _shell.Dispose();
    }

    private async Task Wait(Func<CancellationToken, Task<bool>> isReady, CancellationToken cancellationToken)
    {
        var start = _time.GetTimestamp();
        while (!await isReady(cancellationToken))
        {
            if (_shell.HasExited)
            {
                await _shell.WaitForExitAsync(cancellationToken); // Only now all of its output has been read.
                throw new TargetException(Death!);
            }

            if (_time.GetElapsedTime(start) > StartLimit)
                throw new TargetException($"{_title}, which the driver started, was not ready within {StartLimit.TotalSeconds:0} s.");
            await Task.Delay(Pause, _time, cancellationToken);
        }
    }

    private int? ReadId()
    {
        try
        {
            return int.Parse(File.ReadAllText(Path.Combine(_folder, "pid")), CultureInfo.InvariantCulture);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or FormatException)
        {
            return null;
        }
    }

    private void Keep(string? line)
    {
        lock (_lastWords)
            _lastWords.AppendLine(line);
    }

    private string LastWords()
    {
        lock (_lastWords)
            return _lastWords.ToString().Trim();
    }
}
