using Marketplace.Silo.Tests.Gateway;
using Xunit;

namespace Marketplace.Silo.Tests.Cluster;

public sealed class ClusterTests
{
    [Fact]
    public async Task Any_silo_of_a_cluster_serves_any_request()
    {
        await using var cluster = await SiloCluster.StartLocalhost(2);
        await cluster[0].Ingest();
        foreach (var customer in Bodies.Customers)
        {
            await cluster[customer % 2].Add(customer, Bodies.Item(1, 2));
            var checkout = await cluster[1 - (customer % 2)].CheckOut(customer, $"{customer}");
            Assert.Equal("committed", (string?)checkout!["outcome"]);
        }

        foreach (var customer in Bodies.Customers)
        {
            var read = await cluster[customer % 2].Expect(200, HttpMethod.Get, $"/customer/{customer}");
            Assert.Equal(1, (int)read!["success_payment_count"]!);
        }
    }
}
