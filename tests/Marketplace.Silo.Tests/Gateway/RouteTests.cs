using System.Collections.Concurrent;
using System.Collections.Immutable;
using Marketplace.Grains.Placement;
using Marketplace.Silo.Gateway;
using Marketplace.Silo.Gateway.Http;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.Silo.Tests.Gateway;

public sealed class RouteTests
{
    [Theory]
    [InlineData("AddItem", "cart")]
    [InlineData("Checkout", "cart")]
    [InlineData("GetAbandoned", "cart")]
    [InlineData("UpdatePrice", "product")]
    [InlineData("Replenish", "stock")]
    [InlineData("GetOrders", "order")]
    [InlineData("GetPayment", "payment")]
    [InlineData("UpdateDelivery", "shipment")]
    [InlineData("AddCustomer", "customer")]
    [InlineData("Dashboard", "seller")]
    [InlineData("ImportProducts", "product")]
    [InlineData("ImportOrders", "order")]
    [InlineData("Export", null)]
    [InlineData("Reset", null)]
    [InlineData("Cleanup", null)]
    internal void A_request_is_for_the_service_that_owns_what_it_names(string operation, string? service) =>
        Assert.Equal(service, RouteTable.All.Single(route => route.Name == operation).Service);

    [Fact]
    public async Task A_request_needs_the_services_whose_grains_it_calls()
    {
        var calls = new Calls();
        await using var silo = await RunningSilo.Start(services => services.AddSingleton<IIncomingGrainCallFilter>(calls));
        await silo.Ingest();
        await Check("ImportOrders", () => silo.Expect(200, HttpMethod.Post, "/import/orders", Bodies.Lines([Bodies.Order(1, 1)])));
        await Check("AddItem", () => silo.Add(2, Bodies.Item(1, 2)));
        await Check("Checkout", () => silo.CheckOut(2, "2"));
        await Check("History", () => silo.Expect(200, HttpMethod.Get, "/cart/2/history/2"));
        await Check("UpdateDelivery", () => silo.Expect(202, HttpMethod.Patch, "/shipment/3"));
        await Check("GetOrders", () => silo.Expect(200, HttpMethod.Get, "/order/2"));
        await Check("GetPayment", () => silo.Expect(200, HttpMethod.Get, "/payment/2/1"));
        await Check("UpdatePrice", () => silo.Expect(202, HttpMethod.Patch, "/product", Bodies.PriceUpdate(1, 2, "4")));
        await Check("ReplaceProduct", () => silo.Expect(202, HttpMethod.Put, "/product", Bodies.Product(2, 2, version: "5")));
        await Check("DeleteProduct", () => silo.Expect(202, HttpMethod.Delete, "/product/3/3"));
        await Check("Dashboard", () => silo.Expect(200, HttpMethod.Get, "/seller/dashboard/1"));

        async Task Check(string operation, Func<Task> request)
        {
            calls.Services.Clear();
            await request();
            var needs = RouteTable.All.Single(route => route.Name == operation).Needs;
            Assert.Equal(needs.Order(), calls.Services.Keys.Order());
        }
    }

    [Fact]
    public async Task A_request_that_needs_a_service_which_no_silo_hosts_does_nothing()
    {
        var hosts = new Hosts();
        var entrance = new HostedServicesEntrance(hosts);
        var runs = 0;
        var handler = entrance.Through(RouteTable.All.Single(route => route.Name == "Checkout"), _ =>
        {
            runs++;
            return Task.CompletedTask;
        });
        await handler(new DefaultHttpContext());
        Assert.Equal(1, runs);
        hosts.Missing = ["product"];
        await handler(new DefaultHttpContext());
        Assert.Equal(2, runs);
        hosts.Missing = ["product", "payment", "seller"];
        var refused = await Assert.ThrowsAsync<RequestException>(() => handler(new DefaultHttpContext()));
        Assert.Equal((503, "service-missing"), (refused.Status, refused.Type));
        Assert.Contains("hosts payment, seller (", refused.Message, StringComparison.Ordinal);
        Assert.Equal(2, runs);
    }

    private sealed class Hosts : IServiceHosts
    {
        public ImmutableArray<string> Missing { get; set; } = [];

        public ValueTask<string?> NotKnownToAll(CancellationToken cancellationToken) => throw new NotSupportedException();
    }

    /// <summary>Notes the services whose grains are called.</summary>
    private sealed class Calls : IIncomingGrainCallFilter
    {
        public ConcurrentDictionary<string, bool> Services { get; } = new();

        public Task Invoke(IIncomingGrainCallContext context)
        {
            if (MarketplaceServices.Of(context.Grain.GetType()) is { } service)
                Services[service] = true;

            return context.Invoke();
        }
    }
}
