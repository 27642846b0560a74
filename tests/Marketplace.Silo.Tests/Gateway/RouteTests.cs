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
    [InlineData(Operation.AddItem, "cart")]
    [InlineData(Operation.Checkout, "cart")]
    [InlineData(Operation.GetAbandoned, "cart")]
    [InlineData(Operation.UpdatePrice, "product")]
    [InlineData(Operation.Replenish, "stock")]
    [InlineData(Operation.GetOrders, "order")]
    [InlineData(Operation.GetPayment, "payment")]
    [InlineData(Operation.UpdateDelivery, "shipment")]
    [InlineData(Operation.AddCustomer, "customer")]
    [InlineData(Operation.Dashboard, "seller")]
    [InlineData(Operation.ImportProducts, "product")]
    [InlineData(Operation.ImportOrders, "order")]
    [InlineData(Operation.Export, null)]
    [InlineData(Operation.Reset, null)]
    [InlineData(Operation.Cleanup, null)]
    internal void A_request_is_for_the_service_that_owns_what_it_names(Operation operation, string? service) =>
        Assert.Equal(service, RouteTable.All.Single(route => route.Operation == operation).Service);

    [Fact]
    public async Task A_request_needs_the_services_whose_grains_it_calls()
    {
        var calls = new Calls();
        await using var silo = await RunningSilo.Start(services => services.AddSingleton<IIncomingGrainCallFilter>(calls));
        await silo.Ingest();
        await Check(Operation.ImportOrders, () => silo.Expect(200, HttpMethod.Post, "/import/orders", Bodies.Lines([Bodies.Order(1, 1)])));
        await Check(Operation.AddItem, () => silo.Add(2, Bodies.Item(1, 2)));
        await Check(Operation.Checkout, () => silo.CheckOut(2, "2"));
        await Check(Operation.History, () => silo.Expect(200, HttpMethod.Get, "/cart/2/history/2"));
        await Check(Operation.UpdateDelivery, () => silo.Expect(202, HttpMethod.Patch, "/shipment/3"));
        await Check(Operation.GetOrders, () => silo.Expect(200, HttpMethod.Get, "/order/2"));
        await Check(Operation.GetPayment, () => silo.Expect(200, HttpMethod.Get, "/payment/2/1"));
        await Check(Operation.UpdatePrice, () => silo.Expect(202, HttpMethod.Patch, "/product", Bodies.PriceUpdate(1, 2, "4")));
        await Check(Operation.ReplaceProduct, () => silo.Expect(202, HttpMethod.Put, "/product", Bodies.Product(2, 2, version: "5")));
        await Check(Operation.DeleteProduct, () => silo.Expect(202, HttpMethod.Delete, "/product/3/3"));
        await Check(Operation.Dashboard, () => silo.Expect(200, HttpMethod.Get, "/seller/dashboard/1"));

        async Task Check(Operation operation, Func<Task> request)
        {
            calls.Services.Clear();
            await request();
            var needs = RouteTable.All.Single(route => route.Operation == operation).Needs;
            Assert.Equal(needs.Order(), calls.Services.Keys.Order());
        }
    }

    [Fact]
    public async Task A_request_that_needs_a_service_which_no_silo_hosts_does_nothing()
    {
        var hosts = new Hosts();
        var entrance = new HostedServicesEntrance(hosts);
        var runs = 0;
        var handler = entrance.Through(RouteTable.All.Single(route => route.Operation == Operation.Checkout), _ =>
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
