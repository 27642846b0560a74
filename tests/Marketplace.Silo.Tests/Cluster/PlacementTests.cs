using Marketplace.Contracts.Audit;
using Marketplace.Grains.Placement;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>Silos that host different services.</summary>
public sealed class PlacementTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Each_service_is_active_on_the_silos_only_that_host_it()
    {
        string[] services = ["cart,order,customer", "product,stock,payment,shipment,seller", "none"];
        await using var cluster = await SiloCluster.StartLocalhost(services);
        for (var i = 0; i < services.Length; i++)
            await cluster.Ready(i);

        await cluster[2].Ingest();
        await cluster[0].Expect(200, HttpMethod.Post, "/import/orders", Bodies.Lines([.. Bodies.Customers.Select(c => Bodies.Order(c, 1))]));
        await Use(cluster, 3);
        foreach (var silo in await Export(cluster[0]))
        {
            Assert.Contains(string.Join(',', silo.First().Services), services);
            Assert.Equal(MarketplaceServices.Names, silo.Select(record => record.Service));
            Assert.All(silo, record => Assert.True(
                record.Services.Contains(record.Service) == record.Activations > 0, $"{record.Service}: {record.Activations} on {silo.Key}"));
        }
    }

    [Fact]
    public async Task With_a_silo_for_each_service_none_shares_one()
    {
        await using var cluster = await SiloCluster.StartLocalhost(["none", .. MarketplaceServices.Names], "Placement=per-service");
        await cluster.Ready(0);
        await cluster[0].Ingest();
        await Use(cluster, 1);
        var silos = await Export(cluster[0]);
        Assert.Equal(MarketplaceServices.Names.Append("none").Order(), silos.Select(silo => silo.First().Services.Single()).Order());
        Assert.All(silos.SelectMany(silo => silo), record =>
            Assert.True(record.Services.Single() == record.Service == record.Activations > 0, $"{record.Service}: {record.Activations}"));
    }

    [Fact]
    public async Task A_request_that_needs_a_service_which_no_silo_hosts_is_refused_with_its_name()
    {
        await using var cluster = await SiloCluster.StartLocalhost(["cart,product,stock,order,payment,shipment,customer", "seller"]);
        await cluster.Ready(0);
        await cluster[0].Ingest();
        await cluster.Stop(1);
        await Wait.Until("the seller's silo is gone", async () =>
        {
            using var answer = await cluster[0].Send(HttpMethod.Get, "/seller/1", null);
            var text = await answer.Content.ReadAsStringAsync(Cancellation);
            return (int)answer.StatusCode == 503 && text.Contains("hosts seller (", StringComparison.Ordinal);
        }, Wait.ForSilos);
        await cluster[0].Add(1, Bodies.Item(1, 2));
        using var refused = await cluster[0].Send(HttpMethod.Post, "/cart/1/checkout", Bodies.Checkout(1, "1").ToJsonString());
        Assert.Equal(503, (int)refused.StatusCode);
        Assert.Equal(TimeSpan.FromSeconds(1), refused.Headers.RetryAfter!.Delta);
        Assert.Contains("No silo of the cluster hosts seller (", await refused.Content.ReadAsStringAsync(Cancellation), StringComparison.Ordinal);

        // Nothing was done, what needs no seller works, and the silo stays ready for it.
        Assert.Single((await cluster[0].Expect(200, HttpMethod.Get, "/cart/1"))!["items"]!.AsArray());
        await cluster[0].Expect(202, HttpMethod.Patch, "/product", Bodies.PriceUpdate(1, 2, "2"));
        await cluster[0].Expect(200, HttpMethod.Get, "/healthz/ready");

        await cluster.Add("Services=seller");
        await Wait.Until("sellers can be had again", async () =>
        {
            using var answer = await cluster[0].Send(HttpMethod.Get, "/seller/1", null);
            return (int)answer.StatusCode == 404; // The states of the silo that left are gone with it.
        }, Wait.ForSilos);
        await cluster[1].Expect(201, HttpMethod.Post, "/seller", Bodies.Seller(1));
        await cluster[0].Expect(200, HttpMethod.Get, "/seller/dashboard/1");
    }

    [Fact]
    public async Task A_silo_is_not_ready_until_all_services_are_hosted()
    {
        await using var cluster = await SiloCluster.StartLocalhost(["cart,product,stock,order,payment,customer"]);
        var problem = await cluster[0].Expect(503, HttpMethod.Get, "/healthz/ready");
        Assert.Contains("No silo of the cluster hosts shipment, seller yet.", problem!.ToJsonString(), StringComparison.Ordinal);
        await cluster.Add("Services=shipment,seller");
        await cluster.Ready(0);
    }

    [Theory]
    [InlineData("Services=cart,stock", "Marketplace:Services leaves services to other silos, but there are none")]
    [InlineData("Placement=per-service Cluster:Provider=localhost", "a silo of a cluster is for one service: set Marketplace:Services to one")]
    [InlineData("Placement=per-service Orleans:LocalCalls=messages", "one silo alone can't have Marketplace:Orleans:LocalCalls messages")]
    public async Task Settings_that_no_silo_can_have_stop_it_with_one_sentence(string settings, string expected)
    {
        var error = await FailedStart.With(settings.Split(' '));
        Assert.Contains(expected, error, StringComparison.Ordinal);
    }

    // Every service is used, by way of each of some silos.
    private static async Task Use(SiloCluster cluster, int entrances)
    {
        foreach (var customer in Bodies.Customers)
        {
            await cluster[customer % entrances].Add(customer, Bodies.Item(1 + (customer % 5), 1));
            await cluster[(customer + 1) % entrances].CheckOut(customer, $"{customer}");
        }

        for (var i = 0; i < entrances; i++)
        {
            await cluster[i].Expect(202, HttpMethod.Patch, $"/shipment/{1000 + i}");
            await cluster[i].Expect(200, HttpMethod.Get, "/seller/dashboard/1");
        }
    }

    private static async Task<List<IGrouping<string, PlacementExport>>> Export(RunningSilo silo) =>
        [.. (await silo.Placement()).GroupBy(record => record.Silo)];
}
