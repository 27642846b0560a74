using System.Text.Json.Nodes;
using Marketplace.Protocols.Storage;
using Marketplace.Silo.Tests.Cluster;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Npgsql;
using Orleans;
using Orleans.Transactions.Abstractions;
using Xunit;

namespace Marketplace.Silo.Tests.Storage;

/// <summary>Transactions of Orleans whose states are in PostgreSQL.</summary>
public sealed class OrleansTransactionsTests(PostgresFixture postgres)
{
    private const int Customer = 1;

    private static readonly string[] Settings = ["Storage=postgres", "Protocol=orleans-transactions", "Protocol:Timeout=00:00:02"];

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("document")]
    [InlineData("relations-indexed")]
    public async Task What_was_acknowledged_is_there_for_the_next_silo(string layout)
    {
        string[] settings = [.. Settings, $"Postgres={await postgres.CreateDatabase()}", $"Storage:Layout={layout}"];
        string before;
        JsonNode? answer;
        await using (var silo = await RunningSilo.StartWithData(settings))
        {
            answer = await silo.DoSomeOfAll();
            before = await silo.Dump();
        }

        await using var next = await RunningSilo.Start(settings);
        Assert.Equal(before, await next.Dump());
        Assert.Equal(answer!.ToJsonString(), (await next.CheckOut(2, "2"))!.ToJsonString());
        Assert.Equal(3, (int)(await next.CheckOut(1, "1x"))!["orderId"]!);
        await next.Expect(200, HttpMethod.Patch, "/reset");
        await next.CleanUp();
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(1, false)]
    [InlineData(2, true)]
    public async Task What_is_prepared_when_all_silos_are_gone_the_next_one_ends_as_the_managers_have_decided(int silos, bool isDecided)
    {
        var database = await postgres.CreateDatabase();
        string[] settings;
        var lost = new Lost(isDecided ? ["Confirm"] : ["PrepareAndCommit", "Cancel", "Abort", "Ping"]);
        await using (var first = await Start(silos, lost, database))
        {
            var silo = first[0];
            await silo.Ingest();
            await silo.Add(Customer, Bodies.Item(1, 1));
            lost.Begin();
            _ = silo.Send(HttpMethod.Post, $"/cart/{Customer}/checkout", Bodies.Checkout(Customer, "1").ToJsonString());
            await lost.First;
            await Wait.Until("parts of it are prepared", async () => await Open(silo) > 1);
            settings = [.. Settings, $"Postgres={await Copy(database)}"];
            lost.End();
        }

        Assert.Contains(
            "parts of transactions of Orleans that did not end", await FailedStart.With([.. settings, "Protocol=locking"]), StringComparison.Ordinal);
        await using var next = await RunningSilo.Start(settings);
        Assert.Equal(0, await Open(next));
        var orders = (JsonArray)(await next.Expect(200, HttpMethod.Get, $"/order/{Customer}"))!;
        Assert.Equal(isDecided ? 1 : 0, orders.Count);
        var stock = await next.Expect(200, HttpMethod.Get, "/stock/1/1");
        var others = await next.Expect(200, HttpMethod.Get, "/stock/2/1");
        Assert.Equal(isDecided, (int)stock!["qty_available"]! < (int)others!["qty_available"]!);
        await next.Add(2, Bodies.Item(1, 1));
        Assert.Equal(1, (int)(await next.CheckOut(2, "2"))!["orderId"]!);
    }

    // What is shown is no part of what is prepared.
    [Fact]
    public async Task A_silo_of_a_cluster_shows_what_one_that_is_gone_had_prepared()
    {
        var database = await postgres.CreateDatabase();
        const string shown = "Dashboard=postgres";
        var lost = new Lost(["Confirm"]);
        string copy;
        await using (var first = await Start(2, lost, database, shown))
        {
            await first[0].Ingest();
            await first[0].Add(Customer, Bodies.Item(1, 1));
            lost.Begin();
            _ = first[1].Send(HttpMethod.Post, $"/cart/{Customer}/checkout", Bodies.Checkout(Customer, "1").ToJsonString());
            await lost.First;
            await Wait.Until("parts of it are prepared", async () => await Open(first[0]) > 1);
            copy = await Copy(database);
            lost.End();
        }

        await using var next = await SiloCluster.StartLocalhost(1, [.. Settings, shown, $"Postgres={copy}"]);
        await next.Ready(0);
        await Wait.Until("what is prepared is committed", async () => await Open(next[0]) == 0, Wait.ForSilos);
        await Wait.Until("it is shown", async () =>
            (int)(await next[0].Expect(200, HttpMethod.Get, "/seller/dashboard/1"))!["sellerView"]!["count_orders"]! == 1);
    }

    private static Task<SiloCluster> Start(int count, Lost lost, string database, params string[] more)
    {
        string[] settings = [.. Settings, .. more, $"Postgres={database}"];
        return count == 1
            ? SiloCluster.Start([[]], AddLost, settings)
            : SiloCluster.StartLocalhost(["stock,order,payment,shipment,seller", "cart,product,customer"], AddLost, settings);

        void AddLost(IServiceCollection services) => services.AddSingleton<IIncomingGrainCallFilter>(lost);
    }

    // What is there at this moment, as if the silo were killed, which goes on with its own.
    private static async Task<string> Copy(string connection)
    {
        var (original, copy) = (new NpgsqlConnectionStringBuilder(connection), new NpgsqlConnectionStringBuilder(connection));
        copy.Database += "_copy";
        await using var source = NpgsqlDataSource.Create(new NpgsqlConnectionStringBuilder(connection) { Database = "postgres" });
        await Execute($"ALTER DATABASE {original.Database} WITH ALLOW_CONNECTIONS false");
        await Execute($"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{original.Database}'");
        await Execute($"CREATE DATABASE {copy.Database} TEMPLATE {original.Database}");
        await Execute($"ALTER DATABASE {original.Database} WITH ALLOW_CONNECTIONS true");
        return copy.ConnectionString;

        async Task Execute(string statement)
        {
            await using var command = source.CreateCommand(statement);
            await command.ExecuteNonQueryAsync(Cancellation);
        }
    }

    private static async Task<int> Open(RunningSilo silo) =>
        (await silo.App.Services.GetRequiredService<IAtomicWrites>().OpenPrepared(Cancellation)).Count;

    /// <summary>Messages of Orleans' commit that do not arrive.</summary>
    private sealed class Lost(string[] messages) : IIncomingGrainCallFilter
    {
        private readonly TaskCompletionSource _first = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private volatile bool _isOn;

        public Task First => _first.Task;

        public void Begin() => _isOn = true;

        public void End() => _isOn = false;

        public Task Invoke(IIncomingGrainCallContext context)
        {
            var isOfCommit = context.InterfaceMethod.DeclaringType == typeof(ITransactionalResourceExtension)
                || context.InterfaceMethod.DeclaringType == typeof(ITransactionManagerExtension);
            if (!_isOn || !isOfCommit || !messages.Contains(context.MethodName, StringComparer.Ordinal))
                return context.Invoke();

            _first.TrySetResult();
            throw new TimeoutException("Lost on purpose.");
        }
    }
}
