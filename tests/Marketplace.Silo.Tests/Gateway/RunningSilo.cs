using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Json;
using Marketplace.Silo.Hosting;
using Marketplace.TestSupport;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.Silo.Tests.Gateway;

/// <summary>A silo on a free port of this machine, with its real server: what a client sees is what is tested.</summary>
internal sealed class RunningSilo : IAsyncDisposable
{
    // On a busy machine the whole of a test may take longer than clients wait.
    private const string Patience = "Protocol:RetryFor=00:02:00";

    private RunningSilo(WebApplication app)
    {
        App = app;
        var address = app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single();
        Client = new HttpClient(new SocketsHttpHandler { UseProxy = false }) { BaseAddress = new Uri(address) };
    }

    public WebApplication App { get; }
    public HttpClient Client { get; }

    /// <summary>Its entry points, without HTTP.</summary>
    public Silo.Entry Entry => App.Services.GetRequiredService<Silo.Entry>();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    /// <summary>Starts a silo, on the engine of the test (<see cref="OnEngineAttribute"/>).</summary>
    /// <param name="settings">Settings of the Marketplace section: "Gateway:LegacyStatus=true".</param>
    public static Task<RunningSilo> Start(params string[] settings) => Start(null, settings);

    /// <summary>Starts a silo.</summary>
    /// <param name="configure">Adds services, such as filters of grain calls.</param>
    public static Task<RunningSilo> Start(Action<IServiceCollection>? configure, params string[] settings) => Start(configure, null, settings);

    /// <summary>Starts a silo.</summary>
    /// <param name="configure">Adds services, such as filters of grain calls.</param>
    /// <param name="machine">The clock of its machine; null for that of this one.</param>
    public static async Task<RunningSilo> Start(Action<IServiceCollection>? configure, TimeProvider? machine, params string[] settings)
    {
        var all = TestEngines.Settings.Append(Patience).Concat(settings).Select(setting => "--Marketplace:" + setting);
        var app = SiloHost.Build(["--urls", "http://127.0.0.1:0", .. all], services =>
        {
            services.AsOneOfMany();
            configure?.Invoke(services);
        }, machine);
        await app.StartAsync(Cancellation);
        return new RunningSilo(app);
    }

    /// <summary>Starts a silo with a few customers, sellers, products and stock items (<see cref="Bodies"/>).</summary>
    public static Task<RunningSilo> StartWithData(params string[] settings) => StartWithData(null, settings);

    /// <summary>The same, with something before all calls of grains.</summary>
    public static async Task<RunningSilo> StartWithData(IIncomingGrainCallFilter? filter, params string[] settings)
    {
        var silo = await Start(filter is null ? null : services => services.AddSingleton(filter), settings);
        await silo.Ingest();
        return silo;
    }

    public async Task Ingest()
    {
        await Expect(200, HttpMethod.Post, "/import/customers", Bodies.Lines(Bodies.Customers.Select(Bodies.Customer)));
        await Expect(200, HttpMethod.Post, "/import/sellers", Bodies.Lines(Bodies.Sellers.Select(Bodies.Seller)));
        var keys = Bodies.Sellers.SelectMany(_ => Bodies.Products, (seller, product) => (seller, product)).ToList();
        await Expect(200, HttpMethod.Post, "/import/products", Bodies.Lines(keys.Select(key => Bodies.Product(key.seller, key.product))));
        await Expect(200, HttpMethod.Post, "/import/stock", Bodies.Lines(keys.Select(key => Bodies.Stock(key.seller, key.product))));
    }

    /// <summary>Sends a request, and checks the status of its answer.</summary>
    /// <returns>The answer's body, parsed; null if it has none.</returns>
    public async Task<JsonNode?> Expect(int status, HttpMethod method, string path, JsonNode? body = null) =>
        await Expect(status, method, path, body?.ToJsonString());

    public async Task<JsonNode?> Expect(int status, HttpMethod method, string path, string? body)
    {
        using var answer = await Send(method, path, body);
        var text = await answer.Content.ReadAsStringAsync(Cancellation);
        Assert.True(status == (int)answer.StatusCode, $"{method} {path}: expected {status}, got {(int)answer.StatusCode}: {text}");
        var isProblem = answer.Content.Headers.ContentType?.MediaType == "application/problem+json";
        Assert.Equal(status >= 400, isProblem);
        var json = text.Length > 0 && (isProblem || answer.Content.Headers.ContentType?.MediaType == "application/json")
            ? JsonNode.Parse(text)
            : null;
        if (isProblem)
        {
            Assert.Equal(status, (int)json!["status"]!);
            Assert.NotEqual("", (string)json["type"]!);
            Assert.NotEqual("", (string)json["title"]!);
            Assert.NotEqual("", (string)json["detail"]!);
        }

        return json;
    }

    public Task<HttpResponseMessage> Send(HttpMethod method, string path, string? body, string? contentType = null)
    {
        var request = new HttpRequestMessage(method, path);
        if (body is not null)
        {
            request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes(body));
            var type = contentType ?? (path.StartsWith("/import/", StringComparison.Ordinal) ? "application/x-ndjson" : "application/json");
            request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(type);
        }

        return Client.SendAsync(request, Cancellation);
    }

    /// <summary>Fills the cart of a customer.</summary>
    public Task<JsonNode?> Add(int customer, JsonNode item, int status = 200) =>
        Expect(status, HttpMethod.Patch, $"/cart/{customer}/add", item);

    /// <summary>Checks a cart out.</summary>
    public Task<JsonNode?> CheckOut(int customer, string tid, int status = 200) =>
        Expect(status, HttpMethod.Post, $"/cart/{customer}/checkout", Bodies.Checkout(customer, tid));

    /// <summary>Fills the carts of all customers, and checks three in four of them out, whatever comes of it.</summary>
    public async Task BuyAll()
    {
        foreach (var customer in Bodies.Customers)
        {
            await Add(customer, Bodies.Item(1 + customer % 5, 1 + customer % 4));
            await Add(customer, Bodies.Item(1 + (customer + 1) % 5, 1, quantity: 30));
            if (customer % 4 != 0)
            {
                using var answer = await Send(HttpMethod.Post, $"/cart/{customer}/checkout", Bodies.Checkout(customer, $"{customer}").ToJsonString());
            }
        }
    }

    /// <summary>Does something of each kind to a silo with data, and imports orders.</summary>
    /// <returns>What the last checkout, the one of customer 2 with the tid "2", was answered.</returns>
    public async Task<JsonNode?> DoSomeOfAll()
    {
        await Expect(200, HttpMethod.Post, "/import/orders", Bodies.Lines([Bodies.Order(1, 1), Bodies.Order(3, 1)]));
        await BuyAll();
        await Expect(202, HttpMethod.Patch, "/product", Bodies.PriceUpdate(1, 2, "100"));
        await Expect(202, HttpMethod.Delete, "/product/3/3");
        await Expect(202, HttpMethod.Patch, "/shipment/102");
        await Add(1, Bodies.Item(2, 2));
        return await CheckOut(2, "2");
    }

    /// <summary>Checks that nothing is there after a clean-up, and that it begins anew with data: orders are numbered from 1 on.</summary>
    public async Task CleanUp()
    {
        await Expect(200, HttpMethod.Patch, "/cleanup");
        Assert.Equal(string.Concat(Bodies.Exports.Select(name => name + "\n\n")), await Dump());
        await Ingest();
        await Add(1, Bodies.Item(1, 2));
        Assert.Equal(1, (int)(await CheckOut(1, "1"))!["orderId"]!);
    }

    /// <summary>All audit exports, their lines sorted, to compare states.</summary>
    public async Task<string> Dump()
    {
        var dump = new StringBuilder();
        foreach (var name in Bodies.Exports)
        {
            var text = await Client.GetStringAsync($"/audit/{name}", Cancellation);
            var lines = text.Split('\n').Order(StringComparer.Ordinal);
            dump.Append(name).Append('\n').AppendJoin('\n', lines).Append('\n');
        }

        return dump.ToString();
    }

    /// <summary>What the silos of the cluster gave to each service.</summary>
    public Task<List<PlacementExport>> Placement() => Export("placement", EntityJson.Default.PlacementExport);

    /// <summary>Reads an audit export.</summary>
    public async Task<List<T>> Export<T>(string name, JsonTypeInfo<T> type)
    {
        var text = await Client.GetStringAsync($"/audit/{name}", Cancellation);
        return [.. text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonSerializer.Deserialize(line, type)!)];
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await App.StopAsync(Cancellation);
        await App.DisposeAsync();
    }
}
