using System.Net;

namespace Marketplace.Driver.Target;

/// <summary>
/// Sends requests to one of several targets: to the same one as long as it can be reached, then to the next one that is ready. Only a
/// request of which nothing was sent goes to another target. Thread-safe.
/// </summary>
internal sealed class FailoverHandler : DelegatingHandler
{
    private static readonly Uri Anywhere = new("http://target/");
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private readonly Uri[] _urls;
    private readonly TimeProvider _time;
    private int _current;

    private FailoverHandler(IEnumerable<Uri> urls, TimeProvider time)
        : base(new SocketsHttpHandler())
    {
        _urls = [.. urls.Select(url => new Uri(url.ToString().TrimEnd('/') + "/"))];
        _time = time;
    }

    /// <summary>The target that is asked.</summary>
    public Uri Current => _urls[Volatile.Read(ref _current)];

    /// <summary>The targets, the one that is asked first.</summary>
    public IReadOnlyList<Uri> InOrder => [.. Enumerable.Range(Volatile.Read(ref _current), _urls.Length).Select(At)];

    /// <summary>Makes a client; its requests have paths relative to the targets' base addresses.</summary>
    /// <param name="urls">Base addresses, at least one; the first is asked first.</param>
    /// <param name="timeout">How long a request may take.</param>
    public static (HttpClient Client, FailoverHandler Handler) Create(IEnumerable<Uri> urls, TimeProvider time, TimeSpan timeout)
    {
        var handler = new FailoverHandler(urls, time);
        return (new HttpClient(handler) { BaseAddress = Anywhere, Timeout = timeout }, handler);
    }

    /// <summary>Looks for a target that is ready, from the current one on; it is then the one that is asked.</summary>
    /// <returns>Null if there is one, else why there is none.</returns>
    public async Task<string?> FindReady(CancellationToken cancellationToken)
    {
        var problems = new List<string>();
        var first = Volatile.Read(ref _current);
        for (var i = first; i < first + _urls.Length; i++)
        {
            if (await Probe(At(i), cancellationToken) is not { } problem)
            {
                Volatile.Write(ref _current, i % _urls.Length);
                return null;
            }

            problems.Add(_urls.Length == 1 ? problem : $"{At(i)}: {problem}");
        }

        return string.Join("; ", problems);
    }

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var path = Anywhere.MakeRelativeUri(request.RequestUri!);
        for (var attempt = 1; ; attempt++)
        {
            var current = Volatile.Read(ref _current);
            request.RequestUri = new Uri(_urls[current], path);
            try
            {
                return await base.SendAsync(request, cancellationToken);
            }
            catch (HttpRequestException error) when (attempt < _urls.Length && NothingWasSent(error))
            {
                await MoveOn(current, cancellationToken);
            }
        }
    }

    private static bool NothingWasSent(HttpRequestException error) => error.HttpRequestError
        is HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError or HttpRequestError.SecureConnectionError;

    private Uri At(int index) => _urls[index % _urls.Length];

    /// <summary>Turns to the next target that is ready; if none is, to the next one.</summary>
    private async Task MoveOn(int from, CancellationToken cancellationToken)
    {
        var next = from + 1;
        for (var i = next; i < from + _urls.Length; i++)
        {
            if (await Probe(At(i), cancellationToken) is not null) continue;
            next = i;
            break;
        }

        // Another request may have moved on meanwhile.
        Interlocked.CompareExchange(ref _current, next % _urls.Length, from);
    }

    /// <summary>Asks whether a target is ready; a public silo knows no readiness, so any answer but 503 counts.</summary>
    private async Task<string?> Probe(Uri url, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(Patience, _time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(url, "healthz/ready"));
            using var answer = await base.SendAsync(request, both.Token);
            return answer.StatusCode == HttpStatusCode.ServiceUnavailable ? "it answers 503, not ready" : null;
        }
        catch (HttpRequestException error)
        {
            return error.Message;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return $"it is silent for {Patience.TotalSeconds:0} s";
        }
    }
}
