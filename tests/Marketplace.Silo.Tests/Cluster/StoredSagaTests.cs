using Marketplace.Contracts.Json;
using Marketplace.Grains;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Npgsql;
using Orleans;
using Xunit;
using static Marketplace.Silo.Tests.Cluster.StoredCluster;
using static Marketplace.Silo.Tests.Storage.Sql;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>Sagas over several silos whose steps are in PostgreSQL: each ends, whatever silo is gone.</summary>
public sealed class StoredSagaTests(PostgresFixture postgres)
{
    [Fact(Timeout = 180_000)]
    public async Task What_a_saga_did_whose_silo_is_gone_is_taken_back_and_nothing_comes_after_that()
    {
        // Once its silo stores nothing more, no further attempt can succeed.
        await using var cluster = await Start(await postgres.CreateDatabaseWithData(), retries: 0);
        var (stepped, goOn) = (NewSource(), NewSource());
        var saga = Run(cluster[Near], async (tx, stock) =>
        {
            await stock(2).Replenish(tx, 5);
            stepped.TrySetResult();
            await goOn.Task;
            await stock(3).Replenish(tx, 7);
            return true;
        });
        await stepped.Task;
        Assert.Equal(InStock + 5, await Available(cluster[Far], 2));
        await cluster[Far].App.Services.GetRequiredService<ISiloFence>().Close(
            cluster[Near].App.Services.GetRequiredService<ISiloIdentity>().Key);
        await Wait.Until("it is taken back", async () => await Available(cluster[Far], 2) == InStock, Wait.ForSilos);
        goOn.SetResult();
        await Assert.ThrowsAnyAsync<Exception>(() => saga);
        await Wait.Until("no step is left", async () => await Available(cluster[Far], 3) == InStock, Wait.ForSilos);
        Assert.Empty(await cluster[Far].App.Services.GetRequiredService<IAtomicWrites>().PendingSteps(TestContext.Current.CancellationToken));
        Assert.Equal(InStock, await Available(cluster[Far], 2));

        // What others may have seen is shown, with its end.
        var seen = Assert.Single(await cluster[Far].Export("stock-events", EntityJson.Default.StockEventExport));
        Assert.Equal((2, 1, 1), (seen.ProductId, seen.Number, seen.TakenBackAfter));
    }

    [Fact(Timeout = 180_000)]
    public async Task A_saga_runs_again_if_a_grain_ends_in_the_middle_of_it_and_the_next_activation_knows_what_it_has_to_take_back()
    {
        var last = new LastCalled(nameof(IStockGrain.Replenish));
        await using var cluster = await Start(await postgres.CreateDatabaseWithData(), last.AddTo);
        var (stepped, goOn, attempts) = (NewSource(), NewSource(), 0);
        var saga = Run(cluster[Near], async (tx, stock) =>
        {
            attempts++;
            await stock(2).Replenish(tx, 5);
            stepped.TrySetResult();
            await goOn.Task;
            await stock(2).Replenish(tx, 7);
            return true;
        });
        await stepped.Task;
        await last.Leave();
        Assert.Equal(InStock + 5, await Available(cluster[Far], 2));
        goOn.SetResult();
        await saga;
        Assert.Equal((2, InStock + 5 + 7), (attempts, await Available(cluster[Far], 2)));
    }

    [Fact(Timeout = 180_000)]
    public async Task Who_never_hears_that_a_saga_has_ended_finds_it_in_the_storage()
    {
        var loss = new Loss("EndSaga");
        await using var cluster = await Start(await postgres.CreateDatabaseWithData(), loss.AddTo);
        loss.Begin();
        foreach (var tid in new[] { "1", "2" })
        {
            // The next order of a customer waits until the last one is sure.
            await cluster[Near].Add(1, Bodies.Item(1, 2));
            Assert.Equal("committed", (string?)(await cluster[Near].CheckOut(1, tid))!["outcome"]);
        }

        loss.End();
        Assert.Equal(2, (await cluster[Far].Expect(200, HttpMethod.Get, "/order/1"))!.AsArray().Count);
    }

    [Fact(Timeout = 180_000)]
    public async Task What_is_taken_back_is_known_to_the_next_activation_until_the_saga_is_compensated_everywhere()
    {
        var (loss, last) = (new Loss("Compensate"), new LastCalled(nameof(IStockGrain.Replenish)));
        await using var cluster = await Start(
            await postgres.CreateDatabaseWithData(),
            services =>
            {
                loss.AddTo(services);
                last.AddTo(services);
            },
            retries: 0);
        loss.Grain = cluster[Near].App.Services.GetRequiredService<IGrainFactory>().GetGrain<IStockGrain>(Keys.Pair(1, 2)).GetGrainId();
        loss.Begin();
        var saga = Run(cluster[Near], static async (tx, stock) =>
        {
            await stock(2).Replenish(tx, 5);
            await stock(3).Replenish(tx, 7);
            throw new InvalidOperationException("It fails on purpose.");
        });

        // The last step is taken back first, and its grain goes before the other step is.
        await loss.Lost;
        await last.Leave();
        Assert.Equal(InStock, await Available(cluster[Far], 3));
        var storage = cluster[Far].App.Services.GetRequiredService<IAtomicWrites>();
        var steps = (await storage.PendingSteps(TestContext.Current.CancellationToken)).OrderBy(static step => step.Grain.Key.ToString()).ToList();
        Assert.Equal([false, true], steps.ConvertAll(static step => step.IsTakenBack));
        Assert.True(await storage.HasSteps(steps[0].Saga, TestContext.Current.CancellationToken));
        loss.End();
        await Assert.ThrowsAnyAsync<Exception>(() => saga);
        await Wait.Until(
            "no step is left", async () => (await storage.PendingSteps(TestContext.Current.CancellationToken)).Count == 0, Wait.ForSilos);
        Assert.False(await storage.HasSteps(steps[0].Saga, TestContext.Current.CancellationToken));
        Assert.Equal((InStock, InStock), (await Available(cluster[Far], 2), await Available(cluster[Far], 3)));
    }

    [Fact(Timeout = 180_000)]
    public async Task What_can_not_be_taken_back_yet_is_not_shown_as_taken_back()
    {
        var database = await postgres.CreateDatabaseWithData();
        await using var cluster = await Start(database, retries: 0);
        var saga = Run(cluster[Near], async (tx, stock) =>
        {
            await stock(2).Replenish(tx, 5);

            // As if another silo had written: the activation that did the step can store nothing more, and the next one takes it back.
            await Execute(database, "UPDATE marketplace_stock.state SET version = version + 1");
            throw new InvalidOperationException("It fails on purpose.");
        });
        await Assert.ThrowsAnyAsync<Exception>(() => saga);
        var storage = cluster[Far].App.Services.GetRequiredService<IAtomicWrites>();
        await Wait.Until(
            "no step is left", async () => (await storage.PendingSteps(TestContext.Current.CancellationToken)).Count == 0, Wait.ForSilos);
        Assert.Equal(InStock, await Available(cluster[Far], 2));
        var seen = Assert.Single(await cluster[Far].Export("stock-events", EntityJson.Default.StockEventExport));
        Assert.Equal((2, 1, 1), (seen.ProductId, seen.Number, seen.TakenBackAfter));
    }

    // Else what it leads to on other silos could be stored, and it be lost with its silo.
    [Fact(Timeout = 180_000)]
    public async Task A_saga_goes_on_when_its_step_is_stored()
    {
        var database = await postgres.CreateDatabaseWithData();
        await using var cluster = await Start(database);
        await using var source = NpgsqlDataSource.Create(database);
        await using var other = await source.OpenConnectionAsync(TestContext.Current.CancellationToken);
        await using var holding = await other.BeginTransactionAsync(TestContext.Current.CancellationToken);
        await using var hold = new NpgsqlCommand("LOCK TABLE marketplace_stock.state IN EXCLUSIVE MODE", other);
        await hold.ExecuteNonQueryAsync(TestContext.Current.CancellationToken);
        var first = new TaskCompletionSource<Task>(TaskCreationOptions.RunContinuationsAsynchronously);
        var saga = Run(cluster[Near], async (tx, stock) =>
        {
            var step = stock(2).Replenish(tx, 5);
            first.TrySetResult(step);
            await step;
            return true;
        });
        var step = await first.Task;
        await Wait.Until(
            "the step is to be stored",
            async () => await Execute(database, "SELECT count(*) FROM pg_locks WHERE NOT granted") is > 0L,
            Wait.ForSilos);
        Assert.False(step.IsCompleted);
        await holding.CommitAsync(TestContext.Current.CancellationToken);
        await saga;
        Assert.Equal(InStock + 5, await Available(cluster[Far], 2));
    }

    private static Task<SiloCluster> Start(string database, Action<IServiceCollection>? configure = null, int retries = 1000) =>
        StoredCluster.Start(database, "saga", configure, "Protocol:Timeout=00:00:01", $"Protocol:Retries={retries}", "Recording=full");

    private static TaskCompletionSource NewSource() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private static Task<bool> Run(RunningSilo silo, Func<TransactionContext, Func<int, IStockGrain>, Task<bool>> body)
    {
        var (protocol, grains) = (
            silo.App.Services.GetRequiredService<ITransactionProtocol>(), silo.App.Services.GetRequiredService<IGrainFactory>());
        return protocol.Run(
            new TransactionDeclaration("t", TransactionKind.Checkout, AccessSet.Undeclared),
            (grains, body),
            static (tx, a) => a.body(tx, product => a.grains.GetGrain<IStockGrain>(Keys.Pair(1, product))));
    }

    private static async Task<int?> Available(RunningSilo silo, int product) => (await Stock(silo, product))?.Available;
}
