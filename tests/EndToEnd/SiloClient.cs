using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>A silo as a client sees it, wherever it runs.</summary>
/// <param name="url">Its address.</param>
/// <param name="lastWords">What it has logged; asked for when it answers no more.</param>
internal sealed class SiloClient(Uri url, Func<Task<string>> lastWords) : IDisposable
{
    private readonly HttpClient _client = new(new SocketsHttpHandler { UseProxy = false }) { BaseAddress = url };

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _client.Dispose();

    /// <summary>Whether it is ready to be used.</summary>
    public async Task<bool> IsReady()
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

    /// <summary>Asks it for something, and expects a status.</summary>
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

    /// <summary>What a path shows.</summary>
    /// <exception cref="HttpRequestException">It does not answer, or not with a 2xx.</exception>
    public Task<string> Text(string path) => _client.GetStringAsync(path, Cancellation);

    /// <summary>What a path shows, one JSON object a line.</summary>
    public async Task<JsonNode[]> Lines(string path) =>
    [
        .. (await Text(path)).Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => JsonNode.Parse(line)!),
    ];

    /// <summary>Waits until the silo has committed so many transactions.</summary>
    public Task Committed(double count) => Counted(count, "marketplace_protocol_commits_total");

    /// <summary>Waits until the silo has answered so many requests of a kind with a status.</summary>
    public Task<double> Answered(string operation, int status, double count) =>
        Counted(count, "marketplace_gateway_request_duration_seconds_count", operation, $"{status}");

    /// <summary>A moment, before it is asked again.</summary>
    public static Task Pause() => Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, Cancellation);

    private async Task<double> Counted(double count, string metric, params string[] values)
    {
        while (true)
        {
            var counted = MetricText.Sum(await Metrics(), metric, values);
            if (counted >= count)
                return counted;

            await Pause();
        }
    }

    private async Task<string> Metrics()
    {
        try
        {
            return await Text("/metrics");
        }
        catch (HttpRequestException exception)
        {
            Assert.Fail($"{exception.Message}. The last words of the silo: {string.Concat((await lastWords()).TakeLast(2_000))}");
            throw;
        }
    }
}
