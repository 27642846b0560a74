using System.Text;
using System.Text.Json.Nodes;
using Marketplace.Contracts.Json;
using Marketplace.Silo.Hosting;
using Xunit;

namespace Marketplace.Silo.Tests.Gateway;

public class ImportTests
{
    public static TheoryData<string> Protocols => [.. ProtocolList.Names];

    [Fact]
    public async Task Everything_is_imported_by_lines()
    {
        await using var silo = await RunningSilo.StartWithData();
        var orders = Bodies.Lines([Bodies.Order(1, 1), Bodies.Order(1, 2), Bodies.Order(2, 1), Bodies.Order(1, 3)]);
        var answer = await silo.Expect(200, HttpMethod.Post, "/import/orders", orders);
        Assert.Equal((4, 0), ((int)answer!["accepted"]!, (int)answer["rejected"]!));
        Assert.Equal(3, (await silo.Expect(200, HttpMethod.Get, "/order/1"))!.AsArray().Count);
        Assert.Equal(11m, (decimal)(await silo.Expect(200, HttpMethod.Get, "/payment/2/1"))!["lines"]![0]!["value"]!);
        Assert.Equal(2, (int)(await silo.Expect(200, HttpMethod.Get, "/shipment/1/3"))!["shipment"]!["status"]!);
    }

    [Fact]
    public async Task Bad_lines_are_listed_and_good_ones_applied()
    {
        await using var silo = await RunningSilo.Start();
        var body = "{\"id\":1}\r\n\n  \nnonsense\n{\"id\":0}\n{\"id\":2}\n{\"id\":\"3\"}";
        var problem = await silo.Expect(400, HttpMethod.Post, "/import/customers", body);
        Assert.Equal("bad-lines", (string?)problem!["type"]);
        Assert.Equal((3, 2), ((int)problem["accepted"]!, (int)problem["rejected"]!));
        Assert.Equal([4, 5], problem["lines"]!.AsArray().Select(line => (int)line!["line"]!));
        Assert.StartsWith("id: expected", (string?)problem["lines"]![1]!["detail"], StringComparison.Ordinal);
        await silo.Expect(200, HttpMethod.Get, "/customer/3");
    }

    [Fact]
    public async Task What_a_service_refuses_is_a_bad_line_too()
    {
        await using var silo = await RunningSilo.StartWithData();
        var problem = await silo.Expect(400, HttpMethod.Post, "/import/orders", Bodies.Lines([Bodies.Order(1, 1), Bodies.Order(1, 3)]));
        Assert.Equal((1, 1), ((int)problem!["accepted"]!, (int)problem["rejected"]!));
        Assert.Equal(2, (int)problem["lines"]![0]!["line"]!);
    }

    [Theory]
    [MemberData(nameof(Protocols))]
    public async Task Orders_are_taken_together_and_refused_one_by_one_in_the_order_of_their_lines(string protocol)
    {
        await using var silo = await RunningSilo.StartWithData($"Protocol={protocol}", "Gateway:ImportParallelism=4");
        var lines = Bodies.Lines([Bodies.Order(1, 1), Bodies.Order(2, 2), Bodies.Order(1, 2), Bodies.Order(2, 1)])
            + "nonsense\n" + Bodies.Lines([Bodies.Order(2, 2), Bodies.Order(1, 2), Bodies.Order(3, 1), Bodies.Order(2, 4), Bodies.Order(2, 3)]);
        var problem = await silo.Expect(400, HttpMethod.Post, "/import/orders", lines);
        Assert.Equal((6, 4), ((int)problem!["accepted"]!, (int)problem["rejected"]!));
        Assert.Equal([2, 5, 7, 9], problem["lines"]!.AsArray().Select(line => (int)line!["line"]!));
        var refused = problem["lines"]!.AsArray().Select(line => ((string)line!["detail"]!).StartsWith("Pre-populated", StringComparison.Ordinal));
        Assert.Equal([true, false, true, true], refused);
        foreach (var (customer, count) in new[] { (1, 2), (2, 3), (3, 1) })
        {
            Assert.Equal(count, (await silo.Expect(200, HttpMethod.Get, $"/order/{customer}"))!.AsArray().Count);
            await silo.Expect(200, HttpMethod.Get, $"/payment/{customer}/{count}");
            await silo.Expect(404, HttpMethod.Get, $"/payment/{customer}/{count + 1}");
            await silo.Expect(200, HttpMethod.Get, $"/shipment/{customer}/{count}");
            await silo.Expect(404, HttpMethod.Get, $"/shipment/{customer}/{count + 1}");
        }
    }

    [Theory]
    [MemberData(nameof(Protocols))]
    public async Task Many_orders_are_taken_at_once(string protocol)
    {
        const int Imports = 6, Customers = 100, Each = 3;
        await using var silo = await RunningSilo.Start($"Protocol={protocol}");
        var answers = await Task.WhenAll(Enumerable.Range(0, Imports).Select(import => silo.Expect(
            200, HttpMethod.Post, "/import/orders", Bodies.Lines(
                from order in Enumerable.Range(1, Each)
                from customer in Enumerable.Range(1 + (import * Customers), Customers)
                select Bodies.Order(customer, order)))));
        Assert.All(answers, answer => Assert.Equal(Customers * Each, (int)answer!["accepted"]!));
        var shipments = await silo.Export("shipments", EntityJson.Default.ShipmentExport);
        Assert.Equal(Imports * Customers * Each, shipments.DistinctBy(s => (s.Shipment.CustomerId, s.Shipment.OrderId)).Count());
        foreach (var partition in shipments.GroupBy(shipment => shipment.Partition))
        {
            var ids = partition.Select(shipment => shipment.Packages[0].ShipmentId).Order();
            Assert.Equal(Enumerable.Range(1, partition.Count()), ids);
        }
    }

    [Fact]
    public async Task Of_lines_with_one_key_the_last_counts()
    {
        await using var silo = await RunningSilo.Start("Gateway:ImportParallelism=3");
        var lines = string.Concat(Enumerable.Range(0, 10).Select(time => $"{{\"id\":{1 + (time % 2)},\"first_name\":\"Ada {time}\"}}\n"));
        Assert.Equal(10, (int)(await silo.Expect(200, HttpMethod.Post, "/import/customers", lines))!["accepted"]!);
        Assert.Equal("Ada 8", (string?)(await silo.Expect(200, HttpMethod.Get, "/customer/1"))!["first_name"]);
        Assert.Equal("Ada 9", (string?)(await silo.Expect(200, HttpMethod.Get, "/customer/2"))!["first_name"]);
    }

    [Fact]
    public async Task The_list_of_bad_lines_is_limited()
    {
        await using var silo = await RunningSilo.Start();
        var problem = await silo.Expect(400, HttpMethod.Post, "/import/sellers", string.Concat(Enumerable.Repeat("{}\n", 1000)));
        Assert.Equal(1000, (int)problem!["rejected"]!);
        Assert.Equal(Enumerable.Range(1, 100), problem["lines"]!.AsArray().Select(line => (int)line!["line"]!));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_line_that_is_too_long_is_dropped_in_bounded_memory(bool chunked)
    {
        await using var silo = await RunningSilo.Start();
        var longLine = $$"""{"id":2,"data":"{{new string('x', 3 << 20)}}"}""";
        var fits = new JsonObject { ["id"] = 3, ["ignored"] = new string('y', (1 << 20) - 100) };
        var body = $"{{\"id\":1}}\n{longLine}\n{fits.ToJsonString()}\n{longLine}";
        using var request = new HttpRequestMessage(HttpMethod.Post, "/import/customers") { Content = new StringContent(body) };
        request.Content.Headers.ContentType = new("application/x-ndjson");
        request.Headers.TransferEncodingChunked = chunked;
        using var answer = await silo.Client.SendAsync(request, TestContext.Current.CancellationToken);
        var problem = JsonNode.Parse(await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken))!;
        Assert.Equal((2, 2), ((int)problem["accepted"]!, (int)problem["rejected"]!));
        Assert.Equal([2, 4], problem["lines"]!.AsArray().Select(line => (int)line!["line"]!));
        await silo.Expect(200, HttpMethod.Get, "/customer/3");
    }

    [Fact]
    public async Task An_empty_import_is_fine()
    {
        await using var silo = await RunningSilo.Start();
        Assert.Equal(0, (int)(await silo.Expect(200, HttpMethod.Post, "/import/products", ""))!["accepted"]!);
    }

    [Fact]
    public async Task Lines_arrive_in_any_pieces()
    {
        await using var silo = await RunningSilo.Start();
        var lines = string.Concat(Enumerable.Range(1, 500).Select(id => $"{{\"id\":{id},\"first_name\":\"Zoë {id}\"}}\n"));
        using var content = new PieceContent(Encoding.UTF8.GetBytes(lines), new Random(5));
        using var answer = await silo.Client.PostAsync("/import/customers", content, TestContext.Current.CancellationToken);
        Assert.Equal("""{"accepted":500,"rejected":0}""", await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
        Assert.Equal("Zoë 321", (string?)(await silo.Expect(200, HttpMethod.Get, "/customer/321"))!["first_name"]);
    }

    [Fact]
    public async Task An_import_is_ndjson()
    {
        await using var silo = await RunningSilo.Start();
        using var answer = await silo.Send(HttpMethod.Post, "/import/customers", "{\"id\":1}", "text/csv");
        Assert.Equal(415, (int)answer.StatusCode);
    }

    private sealed class PieceContent(byte[] bytes, Random random) : HttpContent
    {
        protected override async Task SerializeToStreamAsync(Stream stream, System.Net.TransportContext? context)
        {
            for (var at = 0; at < bytes.Length;)
            {
                var length = Math.Min(random.Next(1, 200), bytes.Length - at);
                await stream.WriteAsync(bytes.AsMemory(at, length));
                await stream.FlushAsync();
                at += length;
            }
        }

        protected override bool TryComputeLength(out long length)
        {
            length = 0;
            return false;
        }
    }
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class ImportTestsOnLocal : ImportTests
{
    public static new TheoryData<string> Protocols => [.. TestEngines.ProtocolsOfLocal];
}
