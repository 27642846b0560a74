using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>A silo as a process, with its state in PostgreSQL.</summary>
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

    public static async Task<SiloProgram> Start(string database, string? url = null, params string[] settings)
    {
        url ??= FreeUrl();
        var silo = new SiloProgram(
            Programs.Start(
                "Marketplace.Silo",
                [
                    "--urls", url, "--Marketplace:Storage=postgres", $"--Marketplace:Postgres={database}",
                    "--Marketplace:Postgres:Timeout=00:01:00", .. settings,
                ]),
            new Uri(url));
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

    /// <summary>Waits until the silo has committed so many transactions.</summary>
    public async Task Committed(double count)
    {
        const string name = "marketplace_protocol_commits";
        while (true)
        {
            var metrics = await _client.GetStringAsync("/metrics", Cancellation);
            var line = metrics.Split('\n').FirstOrDefault(line => line.StartsWith(name, StringComparison.Ordinal));
            if (line is not null && double.Parse(line[(line.LastIndexOf(' ') + 1)..], CultureInfo.InvariantCulture) >= count)
            {
                return;
            }

            await Pause();
        }
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        if (!_process.HasExited)
        {
            _process.Kill();
        }

        await _process.WaitForExitAsync(Cancellation);
        await Log();
        _process.Dispose();
    }

    private static Task Pause() => Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, Cancellation);

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
