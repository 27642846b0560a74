using Marketplace.Grains;
using Marketplace.Grains.Cluster;
using Marketplace.Silo.Hosting;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.Silo.Tests.Receipts;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Orleans;
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

    [Fact]
    public async Task Any_silo_exports_the_records_of_all_each_once()
    {
        await using var cluster = await SiloCluster.StartLocalhost(2);
        await cluster[0].Ingest();
        await cluster[0].Expect(200, HttpMethod.Post, "/import/orders", Bodies.Lines([.. Bodies.Customers.Select(c => Bodies.Order(c, 1))]));
        await Use(cluster);
        var dump = await cluster[0].Dump();
        Assert.Equal(dump, await cluster[1].Dump());
        var customers = Bodies.Customers.Count();
        var counts = new Dictionary<string, int>
        {
            ["customers"] = customers,
            ["sellers"] = Bodies.Sellers.Count(),
            ["products"] = Bodies.Sellers.Count() * Bodies.Products.Count(),
            ["stock"] = Bodies.Sellers.Count() * Bodies.Products.Count(),
            ["attempts"] = customers,
            ["orders"] = 2 * customers,
            ["order-counters"] = customers,
            ["payments"] = 2 * customers,
            ["charges"] = customers,
            ["shipments"] = 2 * customers,
            ["entries"] = customers,
        };
        foreach (var (name, count) in counts)
        {
            var export = await cluster[1].Client.GetStringAsync($"/audit/{name}", TestContext.Current.CancellationToken);
            var lines = export.Split('\n', StringSplitOptions.RemoveEmptyEntries);
            Assert.True(count == lines.Length, $"{name}: {lines.Length} records");
            Assert.Distinct(lines);
            var parts = await Task.WhenAll(Enumerable.Range(0, 3).Select(part =>
                cluster[part % 2].Client.GetStringAsync($"/audit/{name}?partition={part}&of=3", TestContext.Current.CancellationToken)));
            Assert.Superset(lines.ToHashSet(), parts.SelectMany(part => part.Split('\n')).Append("").ToHashSet());
        }

        // Both have archived something, so that something had to be gathered.
        foreach (var silo in cluster[0].App.Services.GetRequiredService<ISilos>().All)
        {
            var archives = await Task.WhenAll(new[] { "attempts", "orders", "payments", "entries" }.Select(stream =>
                silo.ReadArchive(stream, KeyFilter.All, new(null, InTransactions: true, 0))));
            Assert.Contains(archives, static archive => archive.Lines.Length > 0);
        }
    }

    [Fact]
    public async Task Any_silo_shows_the_abandoned_sessions_of_all_the_newest_first()
    {
        // The one has all carts, and so what they archive; the other one has to ask for it.
        await using var cluster = await SiloCluster.StartLocalhost(["product,stock,order,payment,shipment,customer,seller", "cart"]);
        await cluster[0].Ingest();
        foreach (var customer in Bodies.Customers)
        {
            await cluster[customer % 2].Add(customer, Bodies.Item(1, 2));
            await cluster[customer % 2].Expect(200, HttpMethod.Patch, $"/cart/{customer}/seal");
        }

        var newestFirst = Bodies.Customers.Reverse();
        Assert.Equal(newestFirst, await Abandoned(cluster[0], ""));
        Assert.Equal(newestFirst.Take(7), await Abandoned(cluster[1], "?limit=7"));

        await cluster[0].Expect(200, HttpMethod.Patch, "/reset");
        Assert.Empty(await Abandoned(cluster[1], ""));

        static async Task<List<int>> Abandoned(RunningSilo silo, string query) =>
            [.. (await silo.Expect(200, HttpMethod.Get, "/cart/abandoned" + query))!.AsArray().Select(session => (int)session!["customer_id"]!)];
    }

    [Fact]
    public async Task A_reset_at_any_silo_restores_what_was_ingested_on_all()
    {
        await using var cluster = await SiloCluster.StartLocalhost(2);
        await cluster[1].Ingest();
        await cluster[0].Expect(200, HttpMethod.Post, "/import/orders", Bodies.Lines([.. Bodies.Customers.Select(c => Bodies.Order(c, 1))]));
        var ingested = await cluster[0].Dump();
        for (var round = 0; round < 2; round++)
        {
            // With the same tids: neither silo may remember the last round's.
            await Use(cluster);
            Assert.NotEqual(ingested, await cluster[round].Dump());
            await cluster[round].Expect(200, HttpMethod.Patch, "/reset");
            Assert.Equal(ResetTests.WithoutNothing(ingested), ResetTests.WithoutNothing(await cluster[1 - round].Dump()));
        }

        await cluster[0].Expect(200, HttpMethod.Patch, "/cleanup");
        Assert.Equal(string.Concat(Bodies.Exports.Select(name => name + "\n\n")), await cluster[1].Dump());
    }

    [Fact]
    public async Task A_reset_waits_for_requests_in_flight_at_another_silo_and_holds_back_what_comes_there()
    {
        var payment = new HeldPayment();
        await using var cluster = await SiloCluster.StartLocalhost(2, services => services.AddSingleton<IIncomingGrainCallFilter>(payment));
        await cluster[0].Ingest();
        await cluster[1].Add(1, Bodies.Item(1, 2));
        var checkout = cluster[1].CheckOut(1, "1");
        await payment.Arrived;
        var reset = cluster[0].Expect(200, HttpMethod.Patch, "/reset");
        await Wait.Until("both silos are held", async () => !await IsReady(cluster[0]) && !await IsReady(cluster[1]), Wait.ForSilos);
        var late = cluster[1].Add(2, Bodies.Item(1, 2));
        Assert.False(reset.IsCompleted || late.IsCompleted);
        payment.Release();
        Assert.Equal("committed", (string?)(await checkout)!["outcome"]);
        await reset;
        await late;
        Assert.Null(await WhyNotReady(cluster[0]));
        Assert.Null(await WhyNotReady(cluster[1]));
        Assert.Empty((await cluster[1].Expect(200, HttpMethod.Get, "/order/1"))!.AsArray());
        Assert.Single((await cluster[0].Expect(200, HttpMethod.Get, "/cart/2"))!["items"]!.AsArray());
    }

    [Fact]
    public async Task Resets_at_several_silos_at_once_follow_each_other()
    {
        await using var cluster = await SiloCluster.StartLocalhost(2);
        await cluster[0].Ingest();
        await Task.WhenAll(Enumerable.Range(0, 6).Select(i => cluster[i % 2].Expect(200, HttpMethod.Patch, "/reset")));
        await cluster[0].Expect(200, HttpMethod.Get, "/customer/1");
    }

    [Fact]
    public async Task A_silo_is_let_go_when_the_reset_that_held_it_is_lost()
    {
        await using var cluster = await SiloCluster.StartLocalhost(2);
        var silos = cluster[0].App.Services.GetRequiredService<ISilos>();
        var token = silos.Begin();
        foreach (var silo in silos.All)
            Assert.Null(await silo.Quiesce(token));

        Assert.False(await IsReady(cluster[1]));
        silos.End(token); // Without a release, as if it had not arrived.
        await Wait.Until("both silos are let go", async () => await IsReady(cluster[0]) && await IsReady(cluster[1]), Wait.ForSilos);
    }

    [Theory]
    [InlineData("none", 0)]
    [InlineData("localhost", 1)]
    public async Task A_cluster_whose_states_go_with_their_silos_says_so(string provider, int warnings)
    {
        var log = new LogRecorder();
        await using var app = SiloHost.Build(
            ["--urls", "http://127.0.0.1:0", $"--Marketplace:Cluster:Provider={provider}", "--Marketplace:Gateway:LeaveDelay=00:00:00"],
            services => services.AsOneOfMany().AddSingleton<ILoggerProvider>(log));
        await app.StartAsync(TestContext.Current.CancellationToken);
        await app.StopAsync(TestContext.Current.CancellationToken);
        Assert.Equal(warnings, log.Lines.Count(line => line.StartsWith("The states of this cluster are in the memory", StringComparison.Ordinal)));
    }

    private static async Task<bool> IsReady(RunningSilo silo) => await WhyNotReady(silo) is null;

    private static async Task<string?> WhyNotReady(RunningSilo silo) =>
        await silo.App.Services.GetRequiredService<Readiness>().Check(TestContext.Current.CancellationToken);

    // A checkout of each customer, at either silo.
    private static async Task Use(SiloCluster cluster)
    {
        foreach (var customer in Bodies.Customers)
        {
            await cluster[customer % 2].Add(customer, Bodies.Item(1 + (customer % 5), 1));
            await cluster[1 - (customer % 2)].CheckOut(customer, $"{customer}");
        }

        await cluster[0].Expect(202, HttpMethod.Patch, "/shipment/1000");
    }
}
