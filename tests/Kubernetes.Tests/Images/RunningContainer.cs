using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Marketplace.Kubernetes.Tests.Manifests;
using Marketplace.Kubernetes.Tests.Rules;

namespace Marketplace.Kubernetes.Tests.Images;

/// <summary>
/// A container of an overlay as a process of this machine: its image's program, with the environment and the command line that the kubelet
/// would give it, as a user who can write nothing but the container's volumes.
/// </summary>
[UnsupportedOSPlatform("windows")]
internal sealed class RunningContainer : IDisposable
{
    private const int Sigterm = 15;
    private const string User = "1654";
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly Process _process;
    private readonly Task<string> _output;
    private readonly Task<string> _errors;

    private RunningContainer(Process process)
    {
        _process = process;
        _output = process.StandardOutput.ReadToEndAsync();
        _errors = process.StandardError.ReadToEndAsync();
    }

    /// <summary>True once the program has ended.</summary>
    public bool HasEnded => _process.HasExited;

    /// <summary>Starts a container.</summary>
    /// <param name="volumes">An empty folder for its volumes, each under its name.</param>
    /// <param name="overrides">Environment variables that are other here: names of hosts, ports.</param>
    public static RunningContainer Start(
        Container container,
        ManifestSet manifests,
        Image image,
        string volumes,
        IReadOnlyDictionary<string, string> overrides,
        params string[] arguments)
    {
        var environment = image.Environment.Concat(container.Environment(manifests)).Concat(overrides)
            .GroupBy(static variable => variable.Key)
            .ToDictionary(static group => group.Key, static group => group.Last().Value);
        var folders = Mount(container, manifests, volumes);
        string Local(string text) => folders.Aggregate(text, static (all, folder) => all.Replace(folder.Key, folder.Value, StringComparison.Ordinal));

        var command = image.Entrypoint.Select(part => part.Replace("/app/", $"{image.Root}/app/", StringComparison.Ordinal))
            .Concat(container.Arguments.Concat(arguments).Select(argument => Local(Container.Expand(argument, environment))));
        string[] all = Environment.IsPrivilegedProcess
            ? ["setpriv", "--reuid", User, "--regid", User, "--clear-groups", "--", .. command]
            : [.. command];
        var workingDir = container.Json.Text("workingDir");
        var start = new ProcessStartInfo(all[0], all[1..])
        {
            WorkingDirectory = workingDir.Length > 0 ? Local(workingDir) : Path.Combine(image.Root, "app"),
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment.Clear();
        foreach (var (name, value) in environment)
            start.Environment[name] = Local(value);

        start.Environment["PATH"] = Environment.GetEnvironmentVariable("PATH");
        start.Environment["TMPDIR"] = Path.Combine(volumes, "tmp");
        return new RunningContainer(Process.Start(start)!);
    }

    /// <summary>Waits for its end.</summary>
    public async Task<(int ExitCode, string Output)> End()
    {
        await _process.WaitForExitAsync().WaitAsync(Patience, TimeProvider.System);
        return (_process.ExitCode, await _output + await _errors);
    }

    /// <summary>Asks it to end, as the kubelet does, and waits for that.</summary>
    public Task<(int ExitCode, string Output)> Stop()
    {
        _ = Kill(_process.Id, Sigterm);
        return End();
    }

    public void Dispose()
    {
        if (!_process.HasExited)
            _process.Kill(entireProcessTree: true);

        _process.Dispose();
    }

    // Where the container sees a volume, and where it is. What is in a ConfigMap is written; all else is empty, and anybody may write it.
    private static Dictionary<string, string> Mount(Container container, ManifestSet manifests, string volumes)
    {
        var folders = new Dictionary<string, string>();
        foreach (var mount in container.Json.List("volumeMounts"))
        {
            var folder = Directory.CreateDirectory(Path.Combine(volumes, mount.Text("name"))).FullName;
            if (container.Pod.Volume(mount.Text("name")).At("configMap") is null)
                File.SetUnixFileMode(folder, (UnixFileMode)Convert.ToInt32("777", 8));
            else
                new DriverCommand(container, manifests).WriteFiles(mount.Text("mountPath"), folder);

            if (mount.Text("mountPath") != "/tmp")
                folders.Add(mount.Text("mountPath"), folder);
        }

        return folders;
    }

    [DllImport("libc", EntryPoint = "kill")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Kill(int process, int signal);
}
