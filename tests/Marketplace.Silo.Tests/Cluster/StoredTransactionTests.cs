using Marketplace.Grains;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;
using static Marketplace.Silo.Tests.Cluster.StoredCluster;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>Transactions over several silos whose states are in PostgreSQL: to store one, whole, is to decide it.</summary>
public sealed class StoredTransactionTests(PostgresFixture postgres)
{
    private const int Pieces = 2;

    [Theory]
    [InlineData("locking")]
    [InlineData("ordered-locking")]
    [InlineData("deterministic")]
    [InlineData("optimistic")]
    [InlineData("saga")]
    [InlineData("orleans-transactions")]
    public async Task Checkouts_at_two_silos_are_stored_whole(string protocol)
    {
        var database = await postgres.CreateDatabase();
        await using (var cluster = await Start(database, protocol))
        {
            await cluster[0].Ingest();
            await Task.WhenAll(Bodies.Customers.Select(async customer =>
            {
                await cluster[customer % 2].Add(customer, Bodies.Item(1, 2, Pieces));
                await cluster[1 - (customer % 2)].CheckOut(customer, $"{customer}");
            }));
        }

        // What is there is all there is.
        await using var next = await RunningSilo.Start("Storage=postgres", $"Postgres={database}", $"Protocol={protocol}");
        var stock = await next.Expect(200, HttpMethod.Get, "/stock/1/2");
        var sold = Pieces * Bodies.Customers.Count();
        Assert.Equal((InStock - sold, 0), ((int)stock!["qty_available"]!, (int)stock["qty_reserved"]!));
        foreach (var customer in Bodies.Customers)
        {
            Assert.Single((await next.Expect(200, HttpMethod.Get, $"/order/{customer}"))!.AsArray());
            Assert.Equal(1, (int)(await next.Expect(200, HttpMethod.Get, $"/customer/{customer}"))!["success_payment_count"]!);
        }
    }

    [Theory]
    [InlineData("deterministic")]
    [InlineData("optimistic")]
    public async Task Who_never_hears_of_the_decision_of_a_coordinator_that_is_gone_finds_it_in_the_storage(string protocol)
    {
        var loss = new Loss("CommitPrepared");
        await using var cluster = await Start(await WithCart(), protocol, loss.AddTo, "Protocol:Timeout=00:00:01");
        loss.Begin();
        var checkout = cluster[Near].CheckOut(1, "1");
        await loss.Lost;
        await Wait.Until("the checkout is found", async () => await Stock(cluster[Far], 2) == (InStock - Pieces, 0), Wait.ForSilos);
        loss.End();
        Assert.Equal("committed", (string?)(await checkout)!["outcome"]);
    }

    [Theory]
    [InlineData("ordered-locking")]
    [InlineData("saga")]
    public async Task A_silo_that_the_others_take_for_gone_stores_nothing_of_what_was_promised_to_it(string protocol)
    {
        var (database, loss) = (await WithCart(), new Loss(""));
        await using (var cluster = await Start(database, protocol, loss.AddTo, "Protocol:Timeout=00:00:01", "Protocol:Retries=0"))
        {
            var fenced = cluster[Near].App.Services.GetRequiredService<ISiloIdentity>().Key;
            loss.WhenGiven = () => cluster[Far].App.Services.GetRequiredService<ISiloFence>().Close(fenced);
            loss.Begin();
            using var answer = await cluster[Near].Send(HttpMethod.Post, "/cart/1/checkout", Bodies.Checkout(1, "1").ToJsonString());
            Assert.InRange((int)answer.StatusCode, 500, 599);
            await Wait.Until("all is as before", async () => await Stock(cluster[Far], 2) == (InStock, 0), Wait.ForSilos);
        }

        await using var next = await RunningSilo.Start("Storage=postgres", $"Postgres={database}", $"Protocol={protocol}");
        Assert.Empty((await next.Expect(200, HttpMethod.Get, "/order/1"))!.AsArray());
    }

    [Fact]
    public async Task What_a_coordinator_that_is_gone_had_locked_is_let_go_though_nobody_may_wait_for_it()
    {
        var loss = new Loss("");
        await using var cluster = await Start(await postgres.CreateDatabaseWithData(), "locking", loss.AddTo, "Protocol:Timeout=00:00:01");
        var (locked, end) = (new TaskCompletionSource(), new TaskCompletionSource());
        var near = cluster[Near].App.Services;
        var stock = near.GetRequiredService<IGrainFactory>().GetGrain<IStockGrain>(Keys.Pair(1, 2));
        var oldest = near.GetRequiredService<ITransactionProtocol>().Run(
            new TransactionDeclaration("oldest", TransactionKind.Checkout, AccessSet.Undeclared),
            (stock, locked, end),
            static async (tx, a) =>
            {
                await a.stock.Reset(tx);
                a.locked.TrySetResult();
                await a.end.Task;
                return true;
            });
        await locked.Task;
        loss.Begin();
        await Wait.Until("the stock is free", async () => await Stock(cluster[Far], 2) == (InStock, 0), Wait.ForSilos);
        loss.End();
        end.SetResult();
        await oldest; // Once more, as its first attempt was taken for aborted.
    }

    private Task<string> WithCart() => postgres.CreateDatabaseWithData(static silo => silo.Add(1, Bodies.Item(1, 2, Pieces)));
}
