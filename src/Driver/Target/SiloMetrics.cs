using System.Collections.Immutable;
using Marketplace.Audit;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Target;

/// <summary>Reads `/metrics` of each silo. What is not there, as of a public silo, or not in time, is not known: no reason to end a run.</summary>
internal sealed class SiloMetrics(IReadOnlyList<Uri> urls) : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly HttpClient _http = new() { Timeout = Patience };

    /// <summary>Reads the counters of the transaction protocol.</summary>
    /// <returns>One a silo; null where they are not known.</returns>
    public async Task<ImmutableArray<ProtocolCounters?>> Read() =>
        [.. await Task.WhenAll(urls.Select(url => Parsed(url, ProtocolCounters.Parse)))];

    /// <summary>Reads what the runtimes of the silos have counted.</summary>
    /// <returns>One a silo; null where they are not known.</returns>
    public async Task<ImmutableArray<SiloReading?>> ReadRuntime() =>
        [.. await Task.WhenAll(urls.Select(url => Parsed(url, SiloReading.Parse)))];

    /// <summary>Reads how many methods the silos have compiled since they started.</summary>
    /// <returns>All of them together; null where one of them does not say.</returns>
    public async Task<long?> ReadCompiled()
    {
        var counts = await Task.WhenAll(urls.Select(async url => await Text(url) is { } text ? CompilerReadings.Parse(text) : null));
        return counts.Aggregate((long?)0, static (sum, count) => sum + count);
    }

    /// <summary>Reads what the instances of the record service have counted.</summary>
    /// <returns>One an instance; null where it is not known.</returns>
    public async Task<ImmutableArray<ServiceReading?>> ReadService() =>
        [.. await Task.WhenAll(urls.Select(url => Parsed(url, ServiceReading.Parse)))];

    /// <summary>Reads what runs the grains.</summary>
    /// <returns>What the first silo says that says it; null if none does.</returns>
    public async Task<TargetEngine?> ReadEngine()
    {
        foreach (var url in urls)
            if (await Text(url) is { } text && TargetEngine.Parse(text) is { } engine) return engine;
        return null;
    }

    /// <summary>Reads what the silos have counted of the reasons for 503.</summary>
    /// <returns>All of them together; null where one of them does not say.</returns>
    public async Task<RefusalCounters?> ReadRefusals()
    {
        var silos = await Task.WhenAll(urls.Select(url => Parsed(url, RefusalCounters.Parse)));
        return silos.Aggregate((sum, silo) => sum is null || silo is null ? null : sum.Plus(silo));
    }

    public void Dispose() => _http.Dispose();

    private async Task<TCounters?> Parsed<TCounters>(Uri url, Func<string, TCounters?> parse)
        where TCounters : class
    {
        try
        {
            return await Text(url) is { } text ? parse(text) : null;
        }
        catch (FormatException)
        {
            return null;
        }
    }

    private async Task<string?> Text(Uri url)
    {
        try
        {
            using var answer = await _http.GetAsync(new Uri(new Uri(url.ToString().TrimEnd('/') + "/"), "metrics"));
            return answer.IsSuccessStatusCode ? await answer.Content.ReadAsStringAsync() : null;
        }
        catch (Exception error) when (error is HttpRequestException or OperationCanceledException)
        {
            return null;
        }
    }
}
