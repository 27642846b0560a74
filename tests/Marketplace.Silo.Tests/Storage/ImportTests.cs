using System.Text.Json.Nodes;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.Storage.Postgres;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Npgsql;
using Orleans;
using Xunit;

namespace Marketplace.Silo.Tests.Storage;

/// <summary>What an import costs PostgreSQL, and leaves there.</summary>
public sealed class ImportTests(PostgresFixture postgres)
{
    private const int Customers = 250;
    private const int Orders = 500; // One group of the import, which has 512 lines.

    // The first write, which the lock holds up, and one for everything that has gathered meanwhile.
    private const long WritesMax = 2;

    private readonly IngestCalls _ingested = new(Customers);

    public static TheoryData<string, string> LayoutsAndProtocols
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (var layout in PostgresStorageRegistration.Layouts)
                data.Add(layout, "none");

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
    public async Task Orders_of_one_group_share_a_write_and_are_there_for_the_next_silo(string layout, string protocol)
    {
        var database = await postgres.CreateDatabase();
        await using (var silo = await RunningSilo.Start(services => services.AddSingleton<IIncomingGrainCallFilter>(_ingested), Settings()))
        {
            // The group does what it can before the database takes the first write, however fast either of them is.
            Task<JsonNode?> import;
            await using (await HeldWrites.Begin(database, Cancellation))
            {
                import = silo.Expect(200, HttpMethod.Post, "/import/orders", Lines);
                await _ingested.All;
            }

            Assert.Equal(Orders, (int)(await import)!["accepted"]!);
        }

        var (payments, writes) = await Payments(database);
        Assert.Equal(Orders, payments);
        Assert.InRange(writes, 1, WritesMax);

        await using var next = await RunningSilo.Start(Settings());
        await using var other = await RunningSilo.Start($"Protocol={protocol}", "Shipment:Partitions=1");
        await other.Expect(200, HttpMethod.Post, "/import/orders", Lines);
        Assert.Equal(await other.Dump(), await next.Dump());

        string[] Settings() =>
        [
            "Storage=postgres", $"Postgres={database}", "Postgres:Timeout=00:02:00", $"Storage:Layout={layout}", $"Protocol={protocol}",
            "Shipment:Partitions=1",
        ];
    }

    // How many were stored, and by how many transactions.
    private static async Task<(long Payments, long Writes)> Payments(string database)
    {
        await using var source = NpgsqlDataSource.Create(database);
        await using var question = source.CreateCommand(
            "SELECT count(*), count(DISTINCT xmin::text) FROM marketplace_payment.payments_ingested");
        await using var rows = await question.ExecuteReaderAsync(Cancellation);
        Assert.True(await rows.ReadAsync(Cancellation));
        return (rows.GetInt64(0), rows.GetInt64(1));
    }
}
