using System.Net;
using System.Net.Http.Json;
using Marketplace.Records.Stores;
using Xunit;

namespace Marketplace.Records.Tests;

public sealed class ServiceTests : IAsyncLifetime
{
    private readonly RecordsService _service = RecordsService.Create(
        ["--urls", "http://127.0.0.1:0", "--Records:Store=memory", "--Records:Rows=10"], TimeProvider.System);

    private readonly HttpClient _client = new();

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        await _service.Start();
        _client.BaseAddress = new Uri(_service.Urls.Single());
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await _service.Stop();
    }

    [Fact]
    public async Task Records_are_read_and_written()
    {
        var item = await _client.GetFromJsonAsync("items/3", RecordsJson.Default.Item, Cancel);
        Assert.Equal(SeedData.Sku(3), item!.Sku);
        Assert.Equal(item.Id, (await _client.GetFromJsonAsync($"items?sku={item.Sku}", RecordsJson.Default.Item, Cancel))!.Id);
        Assert.Equal(10, (await _client.GetFromJsonAsync("items?owner=1", RecordsJson.Default.IReadOnlyListItem, Cancel))!.Count);
        Assert.Equal(5, (await _client.GetFromJsonAsync("roles", RecordsJson.Default.IReadOnlyListRole, Cancel))!.Count);
        Assert.Equal(HttpStatusCode.NotFound, (await _client.GetAsync("items/11", Cancel)).StatusCode);

        var created = SeedData.Item(11, 10);
        Assert.Equal(HttpStatusCode.Created, await Post(created));
        Assert.Equal(HttpStatusCode.Conflict, await Post(created));
        var change = new ItemChange(1, 2, 3, created.UpdatedAt, created.Attributes[0], WriteMark.Of(11, 1, 1, 2, 3));
        using var put = await _client.PutAsJsonAsync("items/11", change, RecordsJson.Default.ItemChange, Cancel);
        Assert.Equal(HttpStatusCode.NoContent, put.StatusCode);
        Assert.Equal(change.Mark, (await _client.GetFromJsonAsync("items/11", RecordsJson.Default.Item, Cancel))!.Mark);
        Assert.Equal(HttpStatusCode.NoContent, (await _client.DeleteAsync("items/11", Cancel)).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await _client.DeleteAsync("items/11", Cancel)).StatusCode);
        Assert.Equal("10", await _client.GetStringAsync("admin/count", Cancel));
    }

    [Fact]
    public async Task It_counts_requests_and_threads()
    {
        await _client.GetAsync("roles", Cancel);
        var lines = (await _client.GetStringAsync("metrics", Cancel)).Split('\n');
        Assert.Contains("records_requests_total 2", lines);
        Assert.Contains("records_connections_busy 0", lines);
        Assert.Contains(lines, line => line.StartsWith("records_threads_peak ", StringComparison.Ordinal));
    }

    private async Task<HttpStatusCode> Post(Item item)
    {
        using var answer = await _client.PostAsJsonAsync("items", item, RecordsJson.Default.Item, Cancel);
        return answer.StatusCode;
    }
}
