using System.Collections.Immutable;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Marketplace.Silo.Gateway;
using Marketplace.Silo.Hosting;
using Marketplace.Silo.Tests.Receipts;
using Marketplace.TestSupport;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Silo.Tests.Gateway;

public sealed partial class OperationalTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_silo_lives_and_is_ready()
    {
        await using var silo = await RunningSilo.Start();
        Assert.Equal("live", await silo.Client.GetStringAsync("/healthz/live", TestContext.Current.CancellationToken));
        Assert.Equal("ready", await silo.Client.GetStringAsync("/healthz/ready", TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_silo_is_not_ready_while_it_is_reset()
    {
        var payment = new HeldPayment();
        await using var silo = await RunningSilo.StartWithData(payment);
        await silo.Add(1, Bodies.Item(1, 2));
        var checkout = silo.CheckOut(1, "1");
        await payment.Arrived;
        var reset = silo.Expect(200, HttpMethod.Patch, "/reset");
        while (await silo.App.Services.GetRequiredService<Readiness>().Check(Cancellation) is null)
            await Task.Yield();

        Assert.Equal("not-ready", (string?)(await silo.Expect(503, HttpMethod.Get, "/healthz/ready"))!["type"]);
        Assert.Equal("live", await silo.Client.GetStringAsync("/healthz/live", TestContext.Current.CancellationToken));
        payment.Release();
        await checkout;
        await reset;
        Assert.Null(await silo.App.Services.GetRequiredService<Readiness>().Check(Cancellation));
    }

    [Fact]
    public async Task A_silo_watches_no_files_of_settings()
    {
        // It would watch each folder below the one in which somebody starts it, for settings that are read once.
        await using var app = SiloHost.Build(["--urls", "http://127.0.0.1:0"], static services => services.AsOneOfMany());
        var files = ((IConfigurationRoot)app.Configuration).Providers.OfType<FileConfigurationProvider>().ToList();
        Assert.NotEmpty(files);
        Assert.All(files, file => Assert.False(file.Source.ReloadOnChange, file.Source.Path));
    }

    [Fact]
    public async Task A_silo_is_not_ready_before_it_started_and_when_it_stops()
    {
        await using var app = SiloHost.Build(["--urls", "http://127.0.0.1:0"], static services => services.AsOneOfMany());
        var readiness = app.Services.GetRequiredService<Readiness>();
        Assert.Equal("The silo is starting.", await readiness.Check(Cancellation));
        await app.StartAsync(TestContext.Current.CancellationToken);
        Assert.Null(await readiness.Check(Cancellation));
        app.Lifetime.StopApplication();
        Assert.Equal("The silo is stopping.", await readiness.Check(Cancellation));
        await app.StopAsync(TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task A_silo_is_not_ready_before_all_silos_know_who_hosts_what_and_stays_ready_after_that()
    {
        var hosts = new Hosts { Reason = "Silo b of the cluster does not know yet who hosts cart." };
        await using var silo = await RunningSilo.Start(services => services.AddSingleton<IServiceHosts>(hosts));
        var problem = await silo.Expect(503, HttpMethod.Get, "/healthz/ready");
        Assert.Equal(("not-ready", hosts.Reason), ((string?)problem!["type"], (string?)problem["detail"]));
        hosts.Reason = null;
        await silo.Expect(200, HttpMethod.Get, "/healthz/ready");
        hosts.Reason = "Silo b of the cluster does not answer.";
        await silo.Expect(200, HttpMethod.Get, "/healthz/ready");
    }

    [Fact]
    public async Task A_silo_that_leaves_serves_on_and_asks_clients_to_close_their_connections()
    {
        // However slow the machine is, the delay ends only when all was asked.
        var time = new HeldTime(TimeSpan.FromMinutes(7));
        await using var silo = await RunningSilo.Start(null, time, "Gateway:LeaveDelay=00:07:00", "Gateway:StopTimeout=00:08:00");
        await silo.Ingest();
        using (var before = await silo.Send(HttpMethod.Get, "/stock/1/2", null))
        {
            Assert.Null(before.Headers.ConnectionClose);
        }

        var stop = silo.App.StopAsync(TestContext.Current.CancellationToken);
        Assert.Equal("not-ready", (string?)(await silo.Expect(503, HttpMethod.Get, "/healthz/ready"))!["type"]);
        for (var i = 0; i < 3; i++)
        {
            using var answer = await silo.Send(HttpMethod.Get, "/stock/1/2", null);
            Assert.Equal((200, true), ((int)answer.StatusCode, answer.Headers.ConnectionClose));
        }

        Assert.False(stop.IsCompleted);
        time.Release();
        await stop;
        await Assert.ThrowsAsync<HttpRequestException>(() => silo.Client.GetAsync("/healthz/live", TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_stop_lets_requests_in_flight_finish()
    {
        var payment = new HeldPayment();
        await using var silo = await RunningSilo.StartWithData(payment);
        await silo.Add(1, Bodies.Item(1, 2));
        var checkout = silo.CheckOut(1, "1");
        await payment.Arrived;
        var stop = silo.App.StopAsync(TestContext.Current.CancellationToken);
        Assert.False(stop.IsCompleted);
        payment.Release();
        await stop;
        Assert.Equal("committed", (string?)(await checkout)!["outcome"]);
        await Assert.ThrowsAsync<HttpRequestException>(() => silo.Client.GetAsync("/healthz/live", TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Metrics_are_in_the_format_of_Prometheus()
    {
        await using var silo = await RunningSilo.StartWithData();
        await silo.Add(1, Bodies.Item(1, 2));
        await silo.Add(2, Bodies.Item(1, 2));
        await silo.Add(2, Bodies.Item(1, 2, version: "7"), status: 409);
        using var answer = await silo.Send(HttpMethod.Get, "/metrics", null);
        Assert.Equal("text/plain; version=0.0.4; charset=utf-8", answer.Content.Headers.ContentType!.ToString());
        var text = await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        Assert.All(text.Split('\n', StringSplitOptions.RemoveEmptyEntries), line => Assert.Matches(Line(), line));
        Assert.Contains("request_duration_seconds_count{operation=\"AddItem\",status=\"200\"} 2\n", text, StringComparison.Ordinal);
        Assert.Contains("request_duration_seconds_count{operation=\"AddItem\",status=\"409\"} 1\n", text, StringComparison.Ordinal);
        Assert.Contains("_seconds_bucket{operation=\"AddItem\",status=\"200\",le=\"+Inf\"} 2\n", text, StringComparison.Ordinal);
        Assert.Contains("marketplace_gateway_requests_in_flight 0\n", text, StringComparison.Ordinal);
        Assert.Contains("dotnet_gc_collections_total{", text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_document_covers_every_route_with_its_types()
    {
        await using var silo = await RunningSilo.Start();
        var document = JsonNode.Parse(await silo.Client.GetStringAsync("/openapi/v1.json", TestContext.Current.CancellationToken))!;
        var documented = document["paths"]!.AsObject()
            .SelectMany(path => path.Value!.AsObject().Select(operation => $"{operation.Key.ToUpperInvariant()} {path.Key}"));
        var routed = silo.App.Services.GetServices<EndpointDataSource>().SelectMany(source => source.Endpoints).OfType<RouteEndpoint>()
            .Where(endpoint => endpoint.Metadata.GetMetadata<IExcludeFromDescriptionMetadata>() is not { ExcludeFromDescription: true })
            .SelectMany(endpoint => endpoint.Metadata.GetMetadata<IHttpMethodMetadata>()!.HttpMethods
                .Select(method => $"{method} {endpoint.RoutePattern.RawText}"));
        Assert.Equal(routed.Order(StringComparer.Ordinal), documented.Order(StringComparer.Ordinal));

        var operations = document["paths"]!.AsObject().SelectMany(path => path.Value!.AsObject()).Select(pair => pair.Value!).ToList();
        Assert.Distinct(operations.Select(operation => (string?)operation["operationId"]));
        Assert.All(operations, operation => Assert.NotEqual("", (string?)operation["summary"]));
        var checkout = document["paths"]!["/cart/{customerId}/checkout"]!["post"]!;
        Assert.Equal("#/components/schemas/CustomerCheckout", Reference(checkout["requestBody"]!));
        Assert.Equal("#/components/schemas/CheckoutAnswer", Reference(checkout["responses"]!["200"]!));
        Assert.NotNull(checkout["responses"]!["422"]);
        Assert.Equal("customerId", (string?)checkout["parameters"]![0]!["name"]);
        var limit = Assert.Single(document["paths"]!["/cart/abandoned"]!["get"]!["parameters"]!.AsArray())!;
        Assert.Equal(("limit", "query"), ((string?)limit["name"], (string?)limit["in"]));

        var schemas = document["components"]!["schemas"]!;
        Assert.NotNull(schemas["CartItem"]!["properties"]!["sellerId"]);
        Assert.NotNull(schemas["Customer"]!["properties"]!["first_name"]);
        Assert.NotNull(schemas["SellerDashboard"]!["properties"]!["orderEntries"]);
        Assert.NotNull(schemas["OrderEntry"]!["properties"]!["natural_key"]);
        Assert.Equal("integer", (string?)schemas["OrderStatus"]!["type"]);
        var outcomes = schemas["CheckoutOutcome"]!["enum"]!.AsArray().Select(word => (string?)word);
        Assert.Equal(["committed", "rejected", "payment-failed"], outcomes);

        static string? Reference(JsonNode part) => (string?)part["content"]!["application/json"]!["schema"]!["$ref"];
    }

    [GeneratedRegex("""^(# (HELP|TYPE) [a-z0-9_]+ .+|[a-z0-9_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [-+0-9.eE]+)$""")]
    private static partial Regex Line();

    private sealed class Hosts : IServiceHosts
    {
        public ImmutableArray<string> Missing => [];
        public string? Reason { get; set; }

        public ValueTask<string?> NotKnownToAll(CancellationToken cancellationToken) => new(Reason);
    }
}
