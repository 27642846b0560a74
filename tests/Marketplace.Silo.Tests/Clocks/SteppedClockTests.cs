using Marketplace.Contracts.Json;
using Marketplace.Silo.Tests.Delivery;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Orleans.Configuration;
using Xunit;

namespace Marketplace.Silo.Tests.Clocks;

/// <summary>Somebody sets the clock of a silo's machine: nothing that was promised depends on it.</summary>
public sealed class SteppedClockTests(PostgresFixture postgres)
{
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    [Theory(Timeout = 300_000)]
    [InlineData("none", -1)]
    [InlineData("locking", -1)]
    [InlineData("locking", 1)]
    public async Task While_the_silo_runs_no_event_is_refused_lost_or_repeated(string protocol, int hours)
    {
        var clock = new SteppedClock();
        await using var run = await EventRun.Start(
            new FaultyEvents(seed: 6, FaultShares.All), clock, $"Protocol={protocol}", "Delivery=exactly-once");
        Assert.Equal(0, await run.Load());
        clock.Step(hours * Hour);
        Assert.Equal(0, await run.Load());
        Assert.All(await run.Fates(), fate => Assert.Equal((1, 1), (fate.Emitted, fate.Applied)));
    }

    [Theory(Timeout = 300_000)]
    [InlineData("none", -1)]
    [InlineData("deterministic", 1)]
    public async Task Between_two_runs_of_a_silo_events_are_accepted_and_shipments_keep_their_order(string protocol, int hours)
    {
        string[] settings =
        [
            "Storage=postgres", $"Postgres={await postgres.CreateDatabase()}", $"Protocol={protocol}", "Delivery=exactly-once",
            "Shipment:Partitions=4",
        ];
        var clock = new SteppedClock();
        DateTime last;
        await using (var silo = await RunningSilo.Start(null, clock, settings))
        {
            await silo.Ingest();

            // As many events as an inbox forgets some of.
            await BuyAll(silo, 1);
            await BuyAll(silo, 2);
            last = (await silo.Export("shipments", EntityJson.Default.ShipmentExport)).Max(shipment => shipment.Shipment.RequestDate);
        }

        clock.Step(hours * Hour);
        await using var next = await RunningSilo.Start(null, clock, settings);
        await BuyAll(next, 3);
        var shipments = await next.Export("shipments", EntityJson.Default.ShipmentExport);
        Assert.Equal(Bodies.Customers.Count(), shipments.Count(shipment => shipment.Shipment.RequestDate > last));
        Assert.Equal(3 * Bodies.Customers.Count(), shipments.Count);
    }

    /// <summary>By its own list of silos, in which its row looks old when the clock has been set forward: it would end the process.</summary>
    [Theory(Timeout = 60_000)]
    [InlineData("none", false)]
    [InlineData("localhost", true)]
    public async Task Only_silos_of_a_cluster_take_silos_for_dead(string provider, bool expected)
    {
        await using var silo = await RunningSilo.Start($"Cluster:Provider={provider}");
        var membership = silo.App.Services.GetRequiredService<IOptions<ClusterMembershipOptions>>().Value;
        Assert.Equal((expected, expected), (membership.LivenessEnabled, membership.EvictWhenMaxJoinAttemptTimeExceeded));
    }

    // All from one seller and product, whose grains hear of all of it.
    private static async Task BuyAll(RunningSilo silo, int round) => await Task.WhenAll(Bodies.Customers.Select(async customer =>
    {
        await silo.Add(customer, Bodies.Item(1, 1, quantity: 1));
        await silo.CheckOut(customer, $"{round}-{customer}");
    }));
}
