using System.Globalization;

namespace Marketplace.Driver.Target;

/// <summary>What the driver asks the record service beside the load.</summary>
/// <param name="urls">Base addresses of its instances, which share a database.</param>
/// <param name="patience">How long an answer may take; null for five minutes, as a seed may have to be made.</param>
internal sealed class RecordsAdministration(IReadOnlyList<Uri> urls, TimeProvider time, TimeSpan? patience = null) : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);
    private readonly HttpClient _http = new() { Timeout = patience ?? TimeSpan.FromMinutes(5) };

    /// <summary>Waits until all instances are ready.</summary>
    /// <param name="death">Says why waiting is in vain; null while it is not.</param>
    /// <exception cref="TargetException">One was not ready in time.</exception>
    public async Task WaitReady(TimeSpan limit, Func<string?> death, CancellationToken cancellationToken)
    {
        var start = time.GetTimestamp();
        foreach (var url in urls)
        {
            while (!await IsReady(url, cancellationToken))
            {
                if (death() is { } reason) throw new TargetException(reason);
                if (time.GetElapsedTime(start) > limit) throw new TargetException($"{url} was not ready within {limit.TotalSeconds:0} s.");
                await Task.Delay(Pause, time, cancellationToken);
            }
        }
    }

    /// <summary>Takes all data back to the seed.</summary>
    /// <exception cref="TargetException">The service failed.</exception>
    public async Task Reset(CancellationToken cancellationToken)
    {
        foreach (var url in urls.Skip(1))
            await Post(url, "admin/close", cancellationToken);
        await Post(urls[0], "admin/reset", cancellationToken);
        foreach (var url in urls.Skip(1))
            await Post(url, "admin/open", cancellationToken);
    }

    /// <summary>Counts the items.</summary>
    /// <exception cref="TargetException">The service failed.</exception>
    public async Task<long> Count(CancellationToken cancellationToken) =>
        long.Parse(await Text(urls[0], "admin/count", cancellationToken), CultureInfo.InvariantCulture);

    /// <summary>Reads an item by its key.</summary>
    /// <returns>Its JSON; null if there is none.</returns>
    /// <exception cref="TargetException">The service failed.</exception>
    public Task<string?> Item(long id, CancellationToken cancellationToken) => Ask(async () =>
    {
        using var answer = await _http.GetAsync(At(urls[0], string.Create(CultureInfo.InvariantCulture, $"items/{id}")), cancellationToken);
        if (answer.StatusCode == System.Net.HttpStatusCode.NotFound) return null;
        answer.EnsureSuccessStatusCode();
        return await answer.Content.ReadAsStringAsync(cancellationToken);
    });

    public void Dispose() => _http.Dispose();

    private async Task<bool> IsReady(Uri url, CancellationToken cancellationToken)
    {
        try
        {
            using var answer = await _http.GetAsync(At(url, "healthz/ready"), cancellationToken);
            return answer.IsSuccessStatusCode;
        }
        catch (Exception error) when (error is HttpRequestException || IsTimeout(error))
        {
            return false;
        }
    }

    // HttpClient tells a time-out as a cancellation.
    private static bool IsTimeout(Exception error) => error is OperationCanceledException { InnerException: TimeoutException };

    private Task<string> Text(Uri url, string path, CancellationToken cancellationToken) =>
        Ask(() => _http.GetStringAsync(At(url, path), cancellationToken));

    private Task<bool> Post(Uri url, string path, CancellationToken cancellationToken) => Ask(async () =>
    {
        using var answer = await _http.PostAsync(At(url, path), null, cancellationToken);
        answer.EnsureSuccessStatusCode();
        return true;
    });

    private static async Task<T> Ask<T>(Func<Task<T>> ask)
    {
        try
        {
            return await ask();
        }
        catch (HttpRequestException error)
        {
            throw new TargetException($"The record service failed: {error.Message}", error);
        }
        catch (OperationCanceledException error) when (IsTimeout(error))
        {
            throw new TargetException($"The record service did not answer in time: {error.InnerException!.Message}", error);
        }
    }

    private static Uri At(Uri url, string path) => new(new Uri(url.ToString().TrimEnd('/') + "/"), path);
}
