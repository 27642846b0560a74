using Marketplace.Silo.Tests.Gateway;
using Marketplace.Storage.Postgres;
using Marketplace.TestSupport;
using Npgsql;
using Xunit;

namespace Marketplace.Silo.Tests.Storage;

/// <summary>What an import costs PostgreSQL, and leaves there.</summary>
public sealed class ImportTests(PostgresFixture postgres)
{
    private const int Customers = 250;
    private const int Orders = 1_000;

    // The width of the import makes them few: 512 orders are two batches of loads and three of writes, of which each may fall into some pieces.
    // One after the other they would be thousands, and 64 at a time more than a hundred.
    private const long TransactionsMax = 60;

    public static TheoryData<string, string> LayoutsAndProtocols
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (var layout in PostgresStorageRegistration.Layouts)
            {
                data.Add(layout, "none");
            }

            data.Add("document", "locking");
            data.Add("document", "deterministic");
            return data;
        }
    }

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    // Round by round, as the driver sends them.
    private static string Lines => Bodies.Lines(
        Enumerable.Range(0, Orders).Select(index => Bodies.Order(1 + (index % Customers), 1 + (index / Customers))));

    [Theory]
    [MemberData(nameof(LayoutsAndProtocols))]
    public async Task A_thousand_orders_take_few_transactions_of_the_database_and_are_there_for_the_next_silo(string layout, string protocol)
    {
        var database = await postgres.CreateDatabase();
        await (await Start()).DisposeAsync();
        var tables = await Transactions(database);
        await (await Start()).DisposeAsync();
        var start = await Transactions(database) - tables;
        await using (var silo = await Start())
        {
            Assert.Equal(Orders, (int)(await silo.Expect(200, HttpMethod.Post, "/import/orders", Lines))!["accepted"]!);
        }

        var import = await Transactions(database) - tables - (2 * start);
        Assert.InRange(import, 1, TransactionsMax);

        await using var next = await Start();
        await using var other = await RunningSilo.Start($"Protocol={protocol}");
        await other.Expect(200, HttpMethod.Post, "/import/orders", Lines);
        Assert.Equal(await other.Dump(), await next.Dump());

        Task<RunningSilo> Start() => RunningSilo.Start(
            "Storage=postgres", $"Postgres={database}", $"Storage:Layout={layout}", $"Protocol={protocol}");
    }

    // A connection counts its transactions for all to see when it ends, at the latest.
    private static async Task<long> Transactions(string database)
    {
        var connection = new NpgsqlConnectionStringBuilder(database);
        var name = connection.Database!;
        connection.Database = "postgres";
        await using var source = NpgsqlDataSource.Create(connection);
        await Wait.Until(
            "the connections of the silo have ended",
            async () => await Ask($"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'") == 0);
        return await Ask($"SELECT xact_commit FROM pg_stat_database WHERE datname = '{name}'");

        async Task<long> Ask(string question)
        {
            await using var command = source.CreateCommand(question);
            return (long)(await command.ExecuteScalarAsync(Cancellation))!;
        }
    }
}
