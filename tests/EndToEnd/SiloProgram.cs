using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>A silo as a process.</summary>
internal sealed class SiloProgram : IAsyncDisposable
{
    private readonly Process _process;
    private readonly HttpClient _client;
    private readonly Task<string> _log;
    private readonly Task<string> _errors;

    private SiloProgram(Process process, Uri url)
    {
        (_process, _client) = (process, new HttpClient(new SocketsHttpHandler { UseProxy = false }) { BaseAddress = url });
        _log = process.StandardOutput.ReadToEndAsync(Cancellation);
        _errors = process.StandardError.ReadToEndAsync(Cancellation);
    }

    public bool IsKilled { get; private set; }
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public static string FreeUrl() => $"http://127.0.0.1:{LoopbackPort.Free()}";

    public static Task<SiloProgram> Start(string database, string? url = null, params string[] settings) => StartWith(
        url ?? FreeUrl(),
        ["--Marketplace:Storage=postgres", $"--Marketplace:Postgres={database}", "--Marketplace:Postgres:Timeout=00:01:00", .. settings]);

    /// <summary>Starts one that keeps its state in memory.</summary>
    public static Task<SiloProgram> StartInMemory(params string[] settings) => StartWith(FreeUrl(), settings);

    private static async Task<SiloProgram> StartWith(string url, params string[] settings)
    {
        var silo = new SiloProgram(Programs.Start("Marketplace.Silo", ["--urls", url, .. settings]), new Uri(url));
        while (!await silo.IsReady())
        {
            Assert.False(silo._process.HasExited, silo._process.HasExited ? await silo.Log() : "");
            await Pause();
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

    public async Task<JsonNode?> Expect(
        HttpStatusCode status, HttpMethod method, string path, string? body = null, string type = "application/json")
    {
        using var request = new HttpRequestMessage(method, path);
        request.Content = body is null ? null : new StringContent(body, Encoding.UTF8, type);
        using var answer = await _client.SendAsync(request, Cancellation);
        var text = await answer.Content.ReadAsStringAsync(Cancellation);
        Assert.True(answer.StatusCode == status, $"{method} {path}: {answer.StatusCode} {text}");
        return text.Length == 0 || text[0] is not ('{' or '[') ? null : JsonNode.Parse(text);
    }

    /// <summary>What a path shows, one JSON object a line.</summary>
    public async Task<JsonNode[]> Lines(string path) =>
    [
        .. (await _client.GetStringAsync(path, Cancellation)).Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => JsonNode.Parse(line)!),
    ];

    /// <summary>Waits until the silo has committed so many transactions.</summary>
    public Task Committed(double count) => Counted(line => line.StartsWith("marketplace_protocol_commits", StringComparison.Ordinal), count);

    /// <summary>Waits until the silo has answered so many requests of a kind with a status.</summary>
    public Task<double> Answered(string operation, int status, double count) => Counted(
        line => line.StartsWith("marketplace_gateway_request_duration_seconds_count{", StringComparison.Ordinal)
            && line.Contains($"\"{operation}\"", StringComparison.Ordinal) && line.Contains($"\"{status}\"", StringComparison.Ordinal),
        count);

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        if (!_process.HasExited)
            _process.Kill();

        await _process.WaitForExitAsync(Cancellation);
        await Log();
        _process.Dispose();
    }

    private async Task<double> Counted(Predicate<string> isIt, double count)
    {
        while (true)
        {
            var metrics = await Metrics();
            var line = Array.Find(metrics.Split('\n'), isIt);
            var counted = line is null ? 0 : double.Parse(line[(line.LastIndexOf(' ') + 1)..], CultureInfo.InvariantCulture);
            if (counted >= count)
                return counted;

            Assert.False(_process.HasExited, "The silo has ended.");
            await Pause();
        }
    }

    private async Task<string> Metrics()
    {
        try
        {
            return await _client.GetStringAsync("/metrics", Cancellation);
        }
        catch (HttpRequestException exception)
        {
            if (!_process.HasExited)
                _process.Kill();

            await _process.WaitForExitAsync(Cancellation);
            Assert.Fail($"{exception.Message}. The last words of the silo: {string.Concat((await Log()).TakeLast(2_000))}");
            throw;
        }
    }

    private static Task Pause() => Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, Cancellation);

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

    private async Task<bool> IsReady()
    {
        try
        {
            using var answer = await _client.GetAsync("/healthz/ready", Cancellation);
            return answer.IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    }
}
