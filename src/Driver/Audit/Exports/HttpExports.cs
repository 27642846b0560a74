using System.Net;
using System.Net.Http.Json;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;

namespace Marketplace.Driver.Audit.Exports;

/// <summary>The exports of a silo over HTTP.</summary>
/// <param name="client">Its base address is that of the silo.</param>
/// <param name="stall">How long the silo may stay silent within an export.</param>
internal sealed class HttpExports(HttpClient client, TimeSpan stall) : IExports
{
    /// <summary>Whether the silo has exports at all; a public one has not.</summary>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="HttpRequestException">The silo did not answer, or failed.</exception>
    public Task<bool> ExistAsync(CancellationToken cancellationToken) => ExistsAsync(Path(Export.Sellers, Partition.All), cancellationToken);

    /// <inheritdoc/>
    public async IAsyncEnumerable<T> ReadAsync<T>(
        Export<T> export,
        Partition partition,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var silence = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        silence.CancelAfter(stall);
        var path = Path(export, partition);
        using var answer = await Guard(path, HeadersAsync(path, silence.Token), cancellationToken);
        answer.EnsureSuccessStatusCode();
        await using var stream = await answer.Content.ReadAsStreamAsync(silence.Token);
        var records = JsonSerializer.DeserializeAsyncEnumerable(stream, export.TypeInfo, topLevelValues: true, silence.Token);
        await using var reader = records.GetAsyncEnumerator(silence.Token);
        while (await Guard(path, reader.MoveNextAsync().AsTask(), cancellationToken))
        {
            silence.CancelAfter(stall);
            yield return reader.Current ?? throw new HttpRequestException($"GET {path} sent null where a record is due.");
        }
    }

    /// <inheritdoc/>
    public Task<bool> ExistsAsync<T>(Export<T> export, CancellationToken cancellationToken) =>
        ExistsAsync(Path(export, Partition.All), cancellationToken);

    /// <inheritdoc/>
    public async Task<SellerDashboard?> DashboardAsync(int sellerId, CancellationToken cancellationToken)
    {
        var path = $"seller/dashboard/{sellerId}";
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(stall);
        using var answer = await Guard(path, client.GetAsync(path, patience.Token), cancellationToken);
        if (answer.StatusCode == HttpStatusCode.NotFound)
            return null;
        answer.EnsureSuccessStatusCode();
        return await Guard(path, answer.Content.ReadFromJsonAsync(EntityJson.Default.SellerDashboard, patience.Token), cancellationToken);
    }

    /// <inheritdoc/>
    public async Task<IReadOnlyList<PlacementExport>?> PlacementAsync(CancellationToken cancellationToken) =>
        await ExistsAsync(Path(Export.Placement, Partition.All), cancellationToken)
            ? await ReadAsync(Export.Placement, Partition.All, cancellationToken).ToListAsync(cancellationToken)
            : null;

    private async Task<bool> ExistsAsync(string path, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(stall);
        using var answer = await Guard(path, HeadersAsync(path, patience.Token), cancellationToken);
        if (answer.StatusCode is HttpStatusCode.NotFound or HttpStatusCode.MethodNotAllowed or HttpStatusCode.NotImplemented)
            return false;
        answer.EnsureSuccessStatusCode();
        return true;
    }

    private Task<HttpResponseMessage> HeadersAsync(string path, CancellationToken cancellationToken) =>
        client.GetAsync(path, HttpCompletionOption.ResponseHeadersRead, cancellationToken);

    private static string Path<T>(Export<T> export, Partition partition) => partition.Count == 1
        ? $"audit/{export.Name}"
        : $"audit/{export.Name}?partition={partition.Index}&of={partition.Count}";

    // A stall and a broken answer become errors that say which request it was.
    private async Task<TResult> Guard<TResult>(string path, Task<TResult> work, CancellationToken cancellationToken)
    {
        try
        {
            return await work;
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
