using System.Diagnostics;
using System.Runtime.InteropServices;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Target;

/// <summary>A silo that the driver started as a process of its own, and stops.</summary>
internal sealed class SiloProcess : ILaunchedSilo
{
    private const int Sigterm = 15;

    // What replaces the shell keeps its process id. The watch ends with the silo's input, which is when the driver ends, however it does; by
    // then the id may be that of another process, unless the silo is still the parent of the watch.
    private const string Shell = """
        trap '' INT
        exec 3<&0
        (read -r word <&3; read -r id name state parent rest < /proc/self/stat; [ "$parent" = $$ ] && kill $$) > /dev/null 2>&1 &
        exec 3<&-
        exec "$0" "$@" < /dev/null
        """;

    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(15);

    private readonly Process _process;
    private readonly LogTail _log;
    private readonly TimeProvider _time;

    private SiloProcess(Process process, LogTail log, Uri url, TimeProvider time)
    {
        _process = process;
        _log = log;
        _time = time;
        Url = url;
    }

    /// <summary>True once the driver stops it, or has stopped it.</summary>
    public bool IsStopping { get; private set; }

    public Uri Url { get; }

    public string? Death => _process.HasExited && !IsStopping
        ? $"The silo ended with exit code {_process.ExitCode}. Its last words:{Environment.NewLine}{_log.Last}"
        : null;

    /// <summary>Starts a silo; it is not ready yet.</summary>
    /// <param name="died">Called once if it ends by itself.</param>
    /// <param name="cores">The cores that it is kept to; null for all.</param>
    /// <exception cref="TargetException">It can't be started.</exception>
    public static SiloProcess Start(
        string program,
        IEnumerable<KeyValuePair<string, string>> settings,
        string logPath,
        TimeProvider time,
        Action died,
        CoreSet? cores = null)
    {
        var url = new Uri($"http://127.0.0.1:{SiloLocator.FreePort()}");
        var log = new LogTail(logPath);
        var process = new Process { StartInfo = StartInfo(program, url, settings, cores), EnableRaisingEvents = true };
        var silo = new SiloProcess(process, log, url, time);
        process.OutputDataReceived += (_, line) => log.Add(line.Data);
        process.ErrorDataReceived += (_, line) => log.Add(line.Data);
        process.Exited += (_, _) =>
        {
            if (!silo.IsStopping) died();
        };
        try
        {
            process.Start();
        }
        catch (System.ComponentModel.Win32Exception error)
        {
            log.Dispose();
            process.Dispose();
            throw new TargetException($"The silo can't be started: {error.Message}", error);
        }

        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        return silo;
    }

    public ProcessUsage? Usage()
    {
        try
        {
            _process.Refresh();
            return new ProcessUsage(_process.TotalProcessorTime, _process.WorkingSet64);
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }

    /// <summary>Ends it at once: the driver itself is being killed.</summary>
    public void Kill()
    {
        IsStopping = true;
        try
        {
            if (!_process.HasExited) _process.Kill(entireProcessTree: true);
        }
        catch (InvalidOperationException)
        {
            // It was stopped and disposed of already.
        }
    }

    /// <summary>Stops it: asks first, and ends it by force after a grace.</summary>
    public async ValueTask DisposeAsync()
    {
        IsStopping = true;
        if (!_process.HasExited)
        {
            if (OperatingSystem.IsWindows() || SendSignal(_process.Id, Sigterm) != 0) Kill();
            using var grace = new CancellationTokenSource(Grace, _time);
            try
            {
                await _process.WaitForExitAsync(grace.Token);
            }
            catch (OperationCanceledException)
            {
                Kill();
                await _process.WaitForExitAsync(CancellationToken.None);
            }
        }

        _log.Dispose();
        _process.Dispose();
    }

    /// <summary>
    /// Ctrl-C reaches every process of the terminal; the silo has to outlive it, because the driver drains and audits first. So it is
    /// started by a shell that ignores the signal, and a program inherits that. It must not outlive the driver, and be in the way of the next
    /// run: the shell leaves a watch behind that tells the silo to stop (on Linux; elsewhere it does nothing). Connection strings go through
    /// the environment: everybody can list the arguments of processes.
    /// </summary>
    private static ProcessStartInfo StartInfo(string program, Uri url, IEnumerable<KeyValuePair<string, string>> settings, CoreSet? cores)
    {
        string[] shell = OperatingSystem.IsWindows() ? [] : ["/bin/sh", "-c", Shell];
        return StartInfo([.. shell, .. cores?.Command ?? [], Host, program, "--urls", url.ToString()], program, settings);
    }

    private static string Host => Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet";

    /// <summary>How to ask the silo's program something about settings: it answers, and ends.</summary>
    public static ProcessStartInfo Question(string program, string question, IEnumerable<KeyValuePair<string, string>> settings) =>
        StartInfo([Host, program, question], program, settings);

    private static ProcessStartInfo StartInfo(string[] command, string program, IEnumerable<KeyValuePair<string, string>> settings)
    {
        var isSecret = settings.ToLookup(setting => LaunchSecrets.IsSecret(setting.Key[(setting.Key.IndexOf(':') + 1)..], setting.Value));
        var start = new ProcessStartInfo(
            command[0],
            [.. command.Skip(1), .. isSecret[false].Select(setting => $"--{setting.Key}={setting.Value}")])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = Path.GetDirectoryName(program),
        };
        InlineCompletions.LeaveOut(start);
        foreach (var (name, value) in isSecret[true])
        {
            var variable = name.Replace(":", "__", StringComparison.Ordinal);
            foreach (var same in start.Environment.Keys.Where(key => key.Equals(variable, StringComparison.OrdinalIgnoreCase)).ToList())
                start.Environment.Remove(same);
            start.Environment[variable] = value;
        }

        return start;
    }

    [DllImport("libc", EntryPoint = "kill")]
    private static extern int SendSignal(int process, int signal);
}
