using System.Net;
using System.Text;
using System.Text.Json;
using Marketplace.Audit.Exports;
using Marketplace.Audit.Tests;
using Marketplace.Contracts.Json;
using Marketplace.Driver.Audit;
using Xunit;

namespace Marketplace.Driver.Tests.Audit;

public sealed class HttpFactsTests
{
    private static readonly Partition Second = new(1, 3);

    [Fact]
    public async Task Every_export_of_a_world_comes_back_over_the_wire()
    {
        var world = Worlds.Busy();
        var silo = new Silo(request => request == "audit/orders?partition=1&of=3"
            ? Lines(world.Orders, Export.Orders)
            : request == "audit/deliveries" ? Lines(world.Deliveries, Export.Deliveries) : null);

        var orders = await silo.Facts.Read(Export.Orders, Second, Token).ToListAsync(Token);
        var deliveries = await silo.Facts.Read(Export.Deliveries, Partition.All, Token).ToListAsync(Token);

        Assert.Equal(world.Orders.Select(Json), orders.Select(Json));
        Assert.Equal(world.Deliveries.Select(d => (d.Tid, d.Time)), deliveries.Select(d => (d.Tid, d.Time)));
        Assert.Equal(world.Deliveries.SelectMany(d => d.Chosen), deliveries.SelectMany(d => d.Chosen));

        static string Json(Contracts.Audit.OrderExport order) => JsonSerializer.Serialize(order, Export.Orders.TypeInfo);
    }

    [Fact]
    public async Task A_silo_without_exports_is_told_from_one_that_fails()
    {
        Assert.False(await new Silo(_ => null).Facts.AreShown(Token));
        Assert.True(await new Silo(_ => "").Facts.AreShown(Token));
        var failing = new Silo(_ => "", HttpStatusCode.InternalServerError);

        Assert.True(await failing.Facts.AreShown(Token));
        var error = await Assert.ThrowsAsync<FactsMissingException>(() => failing.Facts.Exists(Export.Events, Token));
        Assert.Equal("GET audit/events answered 500", error.Message);
    }

    [Fact]
    public async Task A_silo_that_can_not_be_reached_is_an_error()
    {
        var gone = new Silo(_ => throw new HttpRequestException(HttpRequestError.ConnectionError, "refused"));

        await Assert.ThrowsAsync<HttpRequestException>(() => gone.Facts.AreShown(Token));
    }

    [Fact]
    public async Task An_export_that_fails_or_breaks_off_is_fetched_again_and_nobody_sees_a_part_of_it()
    {
        var requests = 0;
        var silo = new Silo(_ => ++requests switch
        {
            1 => throw new HttpRequestException("the connection was reset"),
            2 => Seller(1) + "\n" + Seller(2)[..20],
            _ => Seller(1) + "\n" + Seller(2) + "\n",
        });

        var sellers = await silo.Facts.Read(Export.Sellers, Partition.All, Token).ToListAsync(Token);

        Assert.Equal([1, 2], sellers.Select(seller => seller.SellerId));
        Assert.Equal(3, requests);
    }

    [Fact]
    public async Task A_silo_that_is_stuck_for_good_is_not_asked_again_and_again()
    {
        var requests = 0;
        var silo = new Silo(_ =>
        {
            requests++;
            throw new HttpRequestException("the connection was reset");
        });

        for (var export = 0; export < 20; export++)
            await Assert.ThrowsAsync<FactsMissingException>(() => silo.Facts.Exists(Export.Events, Token));

        Assert.Equal(20 + 6, requests);
    }

    [Theory]
    [InlineData("{\"seller_id\":1,\"known\":true,\"entries_issued\":0,\"entries_open\":0}\n{\"seller_id\":2,\"kno")]
    [InlineData("null\n")]
    [InlineData("<html>busy</html>")]
    public async Task An_export_that_breaks_off_is_an_error_that_names_the_request(string body)
    {
        var silo = new Silo(_ => body);

        var error = await Assert.ThrowsAsync<FactsMissingException>(
            async () => await silo.Facts.Read(Export.Sellers, Partition.All, Token).ToListAsync(Token));

        Assert.Contains("audit/sellers", error.Message);
    }

    [Fact]
    public async Task A_silo_that_falls_silent_is_an_error_that_says_so()
    {
        var silo = new Silo(_ => "", stall: TimeSpan.FromMilliseconds(1), isSilent: true);

        var error = await Assert.ThrowsAsync<FactsMissingException>(() => silo.Facts.Dashboard(1, Token));

        Assert.Contains("seller/dashboard/1 was silent", error.Message);
    }

    [Fact]
    public async Task The_dashboard_is_the_one_that_every_client_reads()
    {
        var world = Worlds.Busy();
        var dashboard = await new WorldFacts(world).Dashboard(4, Token);
        var body = JsonSerializer.Serialize(dashboard, EntityJson.Default.SellerDashboard);
        var silo = new Silo(request => request == "seller/dashboard/4" ? body : null);

        var read = await silo.Facts.Dashboard(4, Token);

        Assert.Equal(dashboard!.SellerView, read!.SellerView);
        Assert.Equal(dashboard.OrderEntries.AsEnumerable(), read.OrderEntries.AsEnumerable());
        Assert.Null(await silo.Facts.Dashboard(5, Token));
    }

    [Fact]
    public async Task Placement_is_read_and_a_silo_that_does_not_tell_it_is_no_error()
    {
        var world = new World();
        var silo = new Silo(request => request == "audit/placement" ? Lines(world.Placement!, Export.Placement) : null);

        var records = await silo.Facts.Read(Export.Placement, Partition.All, Token).ToListAsync(Token);

        Assert.Equal(World.ServiceNames, records.Select(record => record.Service));
        Assert.Equal("shared", records[0].Scheduler);
        Assert.True(await silo.Facts.Exists(Export.Placement, Token));
        Assert.False(await new Silo(_ => null).Facts.Exists(Export.Placement, Token));
    }

    private static string Seller(int id) => $$"""{"seller_id":{{id}},"known":true,"entries_issued":0,"entries_open":0}""";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private static string Lines<T>(IEnumerable<T> records, Export<T> export) =>
        string.Concat(records.Select(record => JsonSerializer.Serialize(record, export.TypeInfo) + "\n"));

    private sealed class Silo : HttpMessageHandler
    {
        private readonly Func<string, string?> _answer;
        private readonly HttpStatusCode _status;
        private readonly bool _isSilent;

        public Silo(Func<string, string?> answer, HttpStatusCode status = HttpStatusCode.OK, TimeSpan? stall = null, bool isSilent = false)
        {
            (_answer, _status, _isSilent) = (answer, status, isSilent);
            var client = new HttpClient(this) { BaseAddress = new Uri("http://silo/") };
            Facts = new HttpFacts(client, TimeProvider.System, stall ?? TimeSpan.FromSeconds(30), TimeSpan.Zero);
        }

        public HttpFacts Facts { get; }

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            if (_isSilent)
                await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, cancellationToken);
            return _answer(request.RequestUri!.PathAndQuery.TrimStart('/')) is { } body
                ? new HttpResponseMessage(_status) { Content = new StringContent(body, Encoding.UTF8, "application/x-ndjson") }
                : new HttpResponseMessage(HttpStatusCode.NotFound);
        }
    }
}
