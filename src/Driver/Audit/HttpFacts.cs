using System.Net;
using System.Net.Http.Json;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Marketplace.Audit.Exports;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;

namespace Marketplace.Driver.Audit;

/// <summary>
/// What a silo shows over HTTP. An export is fetched whole, into a temporary file, before its first record is given: one that fails, stalls
/// or breaks off is fetched again, and nobody has seen a part of it.
/// </summary>
/// <param name="stall">How long the silo may stay silent within an export.</param>
/// <param name="pause">How long to wait before a request is repeated.</param>
/// <param name="kept">Where what is read is kept; null if it is not.</param>
internal sealed class HttpFacts(HttpClient client, TimeProvider time, TimeSpan stall, TimeSpan pause, KeptFacts? kept = null) : IFactSource
{
    private const int Attempts = 3;
    private const int BufferBytes = 64 << 10;

    /// <summary>Of one audit: a silo that is stuck for good must not be waited for at each of its exports.</summary>
    private const int RepeatsMax = 6;

    private int _repeats;

    /// <summary>Whether the silo has exports at all; a public one has not. One that fails has: what fails is missing.</summary>
    /// <exception cref="HttpRequestException">The silo can't be reached.</exception>
    public async Task<bool> AreShown(CancellationToken cancellationToken)
    {
        try
        {
            return await Exists(Path(Export.Sellers, Partition.All), cancellationToken);
        }
        catch (HttpRequestException failure) when (failure.HttpRequestError
            is not (HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError or HttpRequestError.SecureConnectionError))
        {
            return true;
        }
    }

    public async IAsyncEnumerable<T> Read<T>(
        Export<T> export,
        Partition partition,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var path = Path(export, partition);
        await using var file = await Require(() => Repeat(() => Fetch(path, cancellationToken), cancellationToken));
        if (kept is not null) await kept.Keep(export.Name, partition, file, cancellationToken);
        var records = JsonSerializer.DeserializeAsyncEnumerable(file, export.TypeInfo, topLevelValues: true, cancellationToken);
        await using var reader = records.GetAsyncEnumerator(cancellationToken);
        while (await Require(() => Guard(path, () => reader.MoveNextAsync().AsTask(), cancellationToken)))
            yield return reader.Current ?? throw new FactsMissingException($"GET {path} sent null where a record is due");
    }

    public Task<bool> Exists<T>(Export<T> export, CancellationToken cancellationToken) =>
        Require(() => Exists(Path(export, Partition.All), cancellationToken));

    public Task<SellerDashboard?> Dashboard(int sellerId, CancellationToken cancellationToken)
    {
        var path = $"seller/dashboard/{sellerId}";
        return Require(() => Repeat(() => Patient(path, Read, cancellationToken), cancellationToken));

        async Task<SellerDashboard?> Read(CancellationTokenSource patience)
        {
            using var answer = await client.GetAsync(path, patience.Token);
            if (answer.StatusCode == HttpStatusCode.NotFound)
                return null;
            RequireSuccess(path, answer);
            return await answer.Content.ReadFromJsonAsync(EntityJson.Default.SellerDashboard, patience.Token);
        }
    }

    private Task<bool> Exists(string path, CancellationToken cancellationToken)
    {
        return Repeat(() => Patient(path, Has, cancellationToken), cancellationToken);

        async Task<bool> Has(CancellationTokenSource patience)
        {
            using var answer = await Headers(path, patience.Token);
            if (answer.StatusCode is HttpStatusCode.NotFound or HttpStatusCode.MethodNotAllowed or HttpStatusCode.NotImplemented)
                return false;
            RequireSuccess(path, answer);
            return true;
        }
    }

    /// <summary>Fetches an export.</summary>
    /// <returns>A file that holds it, at its beginning; it vanishes when it is closed.</returns>
    private async Task<FileStream> Fetch(string path, CancellationToken cancellationToken)
    {
        var file = new FileStream(
            System.IO.Path.Combine(System.IO.Path.GetTempPath(), System.IO.Path.GetRandomFileName()),
            FileMode.CreateNew,
            FileAccess.ReadWrite,
            FileShare.None,
            BufferBytes,
            FileOptions.DeleteOnClose | FileOptions.Asynchronous);
        try
        {
            await Patient(path, patience => Copy(path, file, patience), cancellationToken);
            file.Position = 0;
            return file;
        }
        catch
        {
            await file.DisposeAsync();
            throw;
        }
    }

    private async Task<bool> Copy(string path, FileStream file, CancellationTokenSource patience)
    {
        using var answer = await Headers(path, patience.Token);
        RequireSuccess(path, answer);
        await using var stream = await answer.Content.ReadAsStreamAsync(patience.Token);
        var buffer = new byte[BufferBytes];
        var last = (byte)'\n';
        while (await stream.ReadAsync(buffer, patience.Token) is var read and > 0)
        {
            patience.CancelAfter(stall);
            last = buffer[read - 1];
            await file.WriteAsync(buffer.AsMemory(0, read), patience.Token);
        }

        // Each record ends its line: an answer that ends within one was cut, by a silo that failed or by somebody in between.
        return last == (byte)'\n' ? true : throw new HttpRequestException($"GET {path} broke off: its last line has no end");
    }

    private Task<HttpResponseMessage> Headers(string path, CancellationToken cancellationToken) =>
        client.GetAsync(path, HttpCompletionOption.ResponseHeadersRead, cancellationToken);

    private static string Path<T>(Export<T> export, Partition partition) => partition.Count == 1
        ? $"audit/{export.Name}"
        : $"audit/{export.Name}?partition={partition.Index}&of={partition.Count}";

    private static void RequireSuccess(string path, HttpResponseMessage answer)
    {
        if (!answer.IsSuccessStatusCode)
            throw new HttpRequestException($"GET {path} answered {(int)answer.StatusCode}", null, answer.StatusCode);
    }

    /// <summary>Tries again what failed.</summary>
    private async Task<TResult> Repeat<TResult>(Func<Task<TResult>> work, CancellationToken cancellationToken)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                return await work();
            }
            catch (HttpRequestException) when (attempt < Attempts && _repeats < RepeatsMax)
            {
                _repeats++;
            }

            await Task.Delay(pause, time, cancellationToken);
        }
    }

    /// <summary>Gives a request the time that the silo may be silent.</summary>
    private async Task<TResult> Patient<TResult>(
        string path,
        Func<CancellationTokenSource, Task<TResult>> work,
        CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(stall);
        return await Guard(path, () => work(patience), cancellationToken);
    }

    // What HTTP could not bring is missing to the audit.
    private static async Task<TResult> Require<TResult>(Func<Task<TResult>> work)
    {
        try
        {
            return await work();
        }
        catch (HttpRequestException failure)
        {
            throw new FactsMissingException(failure.Message, failure);
        }
    }

    // A stall and a broken answer become errors that say which request it was.
    private async Task<TResult> Guard<TResult>(string path, Func<Task<TResult>> work, CancellationToken cancellationToken)
    {
        try
        {
            return await work();
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new HttpRequestException($"GET {path} was silent for {stall.TotalSeconds:0} s: is the silo stuck, or the "
                + "machine overloaded?");
        }
        catch (Exception e) when (e is JsonException or IOException)
        {
            throw new HttpRequestException($"GET {path} broke off: {e.Message}", e);
        }
    }
}
