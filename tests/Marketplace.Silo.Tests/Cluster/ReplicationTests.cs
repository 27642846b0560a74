using Marketplace.Silo.Tests.Gateway;
using Marketplace.Silo.Tests.Replication;
using Xunit;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>Causal replication across objects between silos.</summary>
public sealed class ReplicationTests
{
    [Theory(Timeout = 180_000)]
    [InlineData("Preset=composite-causal", "Dashboard=grain")]
    [InlineData("Protocol=locking", "Replication=causal-across-objects", "Replication:Transport=redis")]
    [InlineData("Protocol=locking", "Replication=causal-across-objects")]
    public async Task A_checkout_at_one_silo_sees_each_update_that_another_has_acknowledged(params string[] settings)
    {
        await using var redis = await RedisPair.Start();
        await using var cluster = await SiloCluster.StartLocalhost(
            2, [$"RedisPrimary={redis.Primary.Address}", $"RedisSecondary={redis.Secondary.Address}", .. settings]);
        await cluster[0].Ingest();
        foreach (var customer in Bodies.Customers)
        {
            var (seller, product) = (1 + (customer % 5), 1 + (customer / 5 % 4));
            var (here, there) = (cluster[customer % 2], cluster[1 - (customer % 2)]);
            await here.Add(customer, Bodies.Item(seller, product));
            await there.Expect(202, HttpMethod.Patch, "/product", Bodies.PriceUpdate(seller, product, $"u{customer}"));
            await here.CheckOut(customer, $"{customer}");
            var order = await there.Expect(200, HttpMethod.Get, $"/order/{customer}/1");
            Assert.Equal(15.25m, (decimal)Assert.Single(order!["items"]!.AsArray())!["unit_price"]!);
        }
    }
}
