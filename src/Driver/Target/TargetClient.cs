using System.Net;
using System.Text.Json;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;

namespace Marketplace.Driver.Target;

/// <summary>
/// What the driver asks a target beside the load: is it ready, take this data, how much do you hold, clean up. Of several targets, which
/// are gateways of one system, one that is ready is asked.
/// </summary>
internal sealed class TargetClient : IDisposable
{
    private const int Attempts = 5;
    private const int LongestReason = 500;
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan ReadyPause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);

    private readonly HttpClient _http;
    private readonly FailoverHandler _targets;
    private readonly TimeProvider _time;

    /// <summary>Makes a client.</summary>
    public TargetClient(IEnumerable<Uri> urls, TimeProvider time)
    {
        _time = time;
        (_http, _targets) = FailoverHandler.Create(urls, time, Patience);
    }

    /// <summary>Base address of the target that is asked.</summary>
    public Uri Url => _targets.Current;

    /// <summary>All base addresses, the one that is asked first.</summary>
    public IReadOnlyList<Uri> Urls => _targets.InOrder;

    /// <summary>Waits until a target is ready; that one is asked from then on.</summary>
    /// <param name="death">Says why waiting is in vain; null while it is not.</param>
    /// <exception cref="TargetException">None was ready in time.</exception>
    public async Task WaitReady(TimeSpan limit, Func<string?> death, CancellationToken cancellationToken)
    {
        var start = _time.GetTimestamp();
        while (true)
        {
            var problem = await _targets.FindReady(cancellationToken);
            if (problem is null) return;
            if (death() is { } reason) throw new TargetException(reason);
            if (_time.GetElapsedTime(start) > limit)
                throw new TargetException($"{string.Join(", ", Urls)} was not ready within {limit.TotalSeconds:0} s: {problem}");
            await Task.Delay(ReadyPause, _time, cancellationToken);
        }
    }

    /// <summary>Sends one kind of entity as NDJSON.</summary>
    /// <param name="name">"customers", "sellers", "products", "stock" or "orders".</param>
    /// <param name="content">Makes the body; called again for each attempt.</param>
    /// <returns>What the target took; null if it has no such endpoint, as a public silo.</returns>
    /// <exception cref="TargetException">It refused the data, or could not be reached.</exception>
    public async Task<ImportAnswer?> Import(string name, Func<HttpContent> content, CancellationToken cancellationToken)
    {
        using var answer = await Send(HttpMethod.Post, $"import/{name}", content, cancellationToken);
        if (answer.StatusCode is HttpStatusCode.NotFound or HttpStatusCode.MethodNotAllowed) return null;
        await RequireSuccess(answer, $"POST /import/{name}", cancellationToken);
        try
        {
            var body = await Guard(() => answer.Content.ReadAsByteArrayAsync(cancellationToken), cancellationToken);
            return JsonSerializer.Deserialize(body, RequestJson.Default.ImportAnswer)
                ?? throw new TargetException($"POST /import/{name} at {Url} answered null, not how much it took.");
        }
        catch (JsonException error)
        {
            throw new TargetException($"POST /import/{name} at {Url} did not answer how much it took: {error.Message}", error);
        }
    }

    /// <summary>Sends one entity.</summary>
    /// <param name="path">"customer", "seller", "product" or "stock".</param>
    /// <exception cref="TargetException">It was refused, or the target could not be reached.</exception>
    public async Task Post(string path, Func<HttpContent> content, CancellationToken cancellationToken)
    {
        using var answer = await Send(HttpMethod.Post, path, content, cancellationToken);
        await RequireSuccess(answer, $"POST /{path}", cancellationToken);
    }

    /// <summary>Counts the records of an export.</summary>
    /// <returns>The count; null if the target has no exports.</returns>
    /// <exception cref="TargetException">The target failed.</exception>
    public async Task<long?> Count(string name, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, $"audit/{name}");
        using var answer = await Guard(
            () => _http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken), cancellationToken);
        if (answer.StatusCode is HttpStatusCode.NotFound or HttpStatusCode.MethodNotAllowed) return null;
        await RequireSuccess(answer, $"GET /audit/{name}", cancellationToken);
        await using var body = await answer.Content.ReadAsStreamAsync(cancellationToken);
        return await Guard(() => LineCount.Of(body, cancellationToken), cancellationToken);
    }

    /// <summary>Asks for /reset (as ingested) or /cleanup (empty).</summary>
    /// <returns>False if the target knows no such thing.</returns>
    /// <exception cref="TargetException">The target failed.</exception>
    public async Task<bool> Clean(string path, CancellationToken cancellationToken)
    {
        using var answer = await Send(HttpMethod.Patch, path, null, cancellationToken);
        if (answer.StatusCode is HttpStatusCode.NotFound or HttpStatusCode.MethodNotAllowed) return false;
        await RequireSuccess(answer, $"PATCH /{path}", cancellationToken);
        return true;
    }

    public void Dispose() => _http.Dispose();

    /// <summary>Sends a request, again after 5xx and lost connections: all that goes this way is an upsert or idempotent.</summary>
    private async Task<HttpResponseMessage> Send(
        HttpMethod method,
        string path,
        Func<HttpContent>? content,
        CancellationToken cancellationToken)
    {
        var pause = FirstPause;
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                using var request = new HttpRequestMessage(method, path) { Content = content?.Invoke() };
                var answer = await _http.SendAsync(request, cancellationToken);
                if ((int)answer.StatusCode < 500 || attempt == Attempts) return answer;
                answer.Dispose();
            }
            catch (Exception error) when (error is HttpRequestException or TaskCanceledException
                && !cancellationToken.IsCancellationRequested)
            {
                if (attempt == Attempts) throw Lost(error);
            }

            await Task.Delay(pause, _time, cancellationToken);
            pause *= 2;
        }
    }

    private async Task<T> Guard<T>(Func<Task<T>> work, CancellationToken cancellationToken)
    {
        try
        {
            return await work();
        }
        catch (Exception error) when (error is HttpRequestException or IOException or TaskCanceledException
            && !cancellationToken.IsCancellationRequested)
        {
            throw Lost(error);
        }
    }

    private async Task RequireSuccess(HttpResponseMessage answer, string what, CancellationToken cancellationToken)
    {
        if (answer.IsSuccessStatusCode) return;
        var reason = await Guard(() => answer.Content.ReadAsStringAsync(cancellationToken), cancellationToken);
        if (IsMarkup(answer, reason)) reason = "a page, not what a silo says. Is another program at this address?";
        else if (reason.Length > LongestReason) reason = $"{reason.AsSpan(0, LongestReason)}...";
        throw new TargetException($"{what} at {Url} answered {(int)answer.StatusCode}: {reason}");
    }

    // Pages of foreign servers are long, and say nothing in a terminal.
    private static bool IsMarkup(HttpResponseMessage answer, string text) =>
        answer.Content.Headers.ContentType?.MediaType is "text/html" or "application/xhtml+xml"
        || text.AsSpan().TrimStart().StartsWith("<", StringComparison.Ordinal);

    private TargetException Lost(Exception error) => new($"{Url} can't be reached: {error.Message}", error);
}

/// <summary>The target can't be reached, died, or refused what every target must take (exit code 3). The message says what to do.</summary>
internal sealed class TargetException(string message, Exception? inner = null) : Exception(message, inner);
