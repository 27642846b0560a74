using System.Collections.Immutable;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Target;

/// <summary>Reads `/metrics` of each silo. What is not there, as of a public silo, or not in time, is not known: no reason to end a run.</summary>
/// <param name="urls">Base addresses of the silos.</param>
internal sealed class SiloMetrics(IReadOnlyList<Uri> urls) : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly HttpClient _http = new() { Timeout = Patience };

    /// <summary>Reads the counters of the transaction protocol.</summary>
    /// <returns>One a silo; null where they are not known.</returns>
    public async Task<ImmutableArray<ProtocolCounters?>> ReadAsync() => [.. await Task.WhenAll(urls.Select(ReadAsync))];

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();

    private async Task<ProtocolCounters?> ReadAsync(Uri url)
    {
        try
        {
            using var answer = await _http.GetAsync(new Uri(new Uri(url.ToString().TrimEnd('/') + "/"), "metrics"));
            return answer.IsSuccessStatusCode ? ProtocolCounters.Parse(await answer.Content.ReadAsStringAsync()) : null;
        }
        catch (Exception error) when (error is HttpRequestException or OperationCanceledException or FormatException)
        {
            return null;
        }
    }
}
