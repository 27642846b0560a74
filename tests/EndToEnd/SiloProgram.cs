using System.Diagnostics;
using System.Globalization;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>A silo as a process, to be killed or paused, with its states in PostgreSQL.</summary>
internal sealed class SiloProgram : IAsyncDisposable
{
    private readonly Process _process;
    private readonly Task<string> _log;
    private readonly Task<string> _errors;

    private SiloProgram(Process process, string url)
    {
        _process = process;
        Client = new SiloClient(new Uri(url), LastWords);
        _log = process.StandardOutput.ReadToEndAsync(Cancellation);
        _errors = process.StandardError.ReadToEndAsync(Cancellation);
    }

    /// <summary>Asks it.</summary>
    public SiloClient Client { get; }

    public bool IsKilled { get; private set; }
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public static string FreeUrl() => $"http://127.0.0.1:{LoopbackPort.Free()}";

    /// <summary>Starts one at an address that is free.</summary>
    public static Task<SiloProgram> Start(string database, params string[] settings) => StartAt(FreeUrl(), database, settings);

    /// <summary>Starts one, and waits until it is ready.</summary>
    public static async Task<SiloProgram> StartAt(string url, string database, params string[] settings)
    {
        var silo = new SiloProgram(Programs.Start("Marketplace.Silo", ["--urls", url, .. InProcessSilo.On(database), .. settings]), url);
        while (!await silo.Client.IsReady())
        {
            Assert.False(silo._process.HasExited, silo._process.HasExited ? await silo.Log() : "");
            await SiloClient.Pause();
        }

        return silo;
    }

    /// <summary>Ends it at once, without a word (SIGKILL).</summary>
    public void Kill()
    {
        IsKilled = true;
        _process.Kill();
    }

    /// <summary>Stops it, as a machine does that is suspended, or lets it go on.</summary>
    public async Task Signal(string signal)
    {
        using var kill = Process.Start("kill", [$"-{signal}", _process.Id.ToString(CultureInfo.InvariantCulture)]);
        await kill.WaitForExitAsync(Cancellation);
        Assert.Equal(0, kill.ExitCode);
        if (signal == "STOP")
        {
            // One thread takes the signal, and stops the others when it gets a processor: until then they serve requests.
            await Wait.Until("all threads have stopped", () => Directory.EnumerateDirectories($"/proc/{_process.Id}/task").All(IsStopped));
        }
    }

    /// <summary>Waits until it has ended by itself.</summary>
    public Task Ended() => _process.WaitForExitAsync(Cancellation);

    /// <summary>What it has logged; once it has ended.</summary>
    public async Task<string> Log() => await _log + await _errors;

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await LastWords();
        _process.Dispose();
    }

    private async Task<string> LastWords()
    {
        if (!_process.HasExited)
            _process.Kill();

        await _process.WaitForExitAsync(Cancellation);
        return await Log();
    }

    // "id (name) state …"; the name may have any characters.
    private static bool IsStopped(string thread)
    {
        try
        {
            var status = File.ReadAllText(Path.Combine(thread, "stat"));
            return status[(status.LastIndexOf(')') + 2)..].StartsWith('T');
        }
        catch (IOException)
        {
            return false; // It has ended meanwhile.
        }
    }
}
