using Marketplace.Grains.Placement;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Npgsql;
using Xunit;
using static Marketplace.Silo.Tests.Storage.Sql;

namespace Marketplace.Silo.Tests.Storage;

/// <summary>What keeps the services apart in PostgreSQL, and what the silo says of it.</summary>
public sealed class SchemaTests(PostgresFixture postgres)
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Each_service_has_a_schema_of_its_own_and_the_export_names_it()
    {
        var database = await postgres.CreateDatabase();
        await using var silo = await RunningSilo.Start("Storage=postgres", $"Postgres={database}");
        var records = await silo.Placement();
        Assert.Equal(
            MarketplaceServices.Names.Select(service => (service, "marketplace_" + service, Name(database), "postgres")),
            records.Select(record => (record.Service, record.Schema!, record.Database!, record.DatabaseRole!)));
    }

    [Fact]
    public async Task The_export_names_the_role_that_the_server_knows_and_not_the_one_that_was_asked_for()
    {
        var database = await postgres.CreateDatabase();
        var role = Name(database) + "_acting";
        await Execute(database, $"CREATE ROLE {role}", $"GRANT CREATE ON DATABASE {Name(database)} TO {role}");
        await using var silo = await RunningSilo.Start("Storage=postgres", $"Postgres={database};Options=-c role={role}");
        Assert.All(await silo.Placement(), record => Assert.Equal(role, record.DatabaseRole));
    }

    [Theory]
    [InlineData("document")]
    [InlineData("relations-indexed")]
    public async Task Services_with_roles_of_their_own_can_not_read_each_others_tables_and_all_goes_on_as_with_one(string layout)
    {
        var database = await postgres.CreateDatabase();
        var (cart, product) = (Name(database) + "_cart", Name(database) + "_product");

        // One may make its schema itself, the other is given one, and may do nothing else in the database.
        await Execute(
            database,
            $"CREATE ROLE {cart} LOGIN",
            $"CREATE ROLE {product} LOGIN",
            $"GRANT CREATE ON DATABASE {Name(database)} TO {cart}",
            $"CREATE SCHEMA marketplace_product AUTHORIZATION {product}");
        string[] settings =
        [
            "Storage=postgres", $"Postgres={database}", $"Postgres:cart={As(database, cart)}", $"Postgres:Product={As(database, product)}",
            $"Storage:Layout={layout}",
        ];
        string before;
        await using (var silo = await RunningSilo.StartWithData(settings))
        {
            before = await silo.Dump();
            await Use(silo);
            Assert.All(await silo.Placement(), record => Assert.Equal(
                (record.Service switch { "cart" => cart, "product" => product, _ => "postgres" }, "marketplace_" + record.Service),
                (record.DatabaseRole!, record.Schema!)));
            var refused = await Assert.ThrowsAsync<PostgresException>(
                () => Execute(As(database, cart), "SELECT count(*) FROM marketplace_product.state"));
            Assert.Equal(PostgresErrorCodes.InsufficientPrivilege, refused.SqlState);
        }

        await using var next = await RunningSilo.Start(settings);
        Assert.NotEqual(before, await next.Dump());
        await next.Expect(200, HttpMethod.Patch, "/reset");
        Assert.Equal(before, await next.Dump());
        await Use(next);
        await next.Expect(200, HttpMethod.Patch, "/cleanup");
        Assert.Equal(string.Concat(Bodies.Exports.Select(name => name + "\n\n")), await next.Dump());
    }

    [Fact]
    public async Task A_service_with_a_database_of_its_own_keeps_its_states_there()
    {
        var (database, own) = (await postgres.CreateDatabase(), await postgres.CreateDatabase());
        await using var silo = await RunningSilo.StartWithData("Storage=postgres", $"Postgres={database}", $"Postgres:order={own}");
        await Use(silo);
        Assert.All(await silo.Placement(), record =>
            Assert.Equal(Name(record.Service == "order" ? own : database), record.Database));
        await silo.Dump();
        Assert.Equal(1L, await Execute(own, "SELECT count(*) FROM marketplace_order.state WHERE grain = 1"));
        Assert.Equal(8L - 1, await Execute(database, "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'marketplace%'"));
    }

    [Fact]
    public async Task A_service_whose_own_database_can_not_be_used_stops_the_silo_with_a_sentence_that_names_it()
    {
        var database = await postgres.CreateDatabase();
        var error = await FailedStart.Of(
            "--urls", "http://127.0.0.1:0", "--Marketplace:Storage=postgres", $"--Marketplace:Postgres={database}",
            $"--Marketplace:Postgres:stock={As(database, "nobody")};Password=open-sesame", "--Marketplace:Postgres:Timeout=00:00:20");
        Assert.Contains($"database {Name(database)} (for stock) can't be used: ", error, StringComparison.Ordinal);
        Assert.DoesNotContain("sesame", error, StringComparison.Ordinal);
    }

    private static string Name(string database) => new NpgsqlConnectionStringBuilder(database).Database!;

    private static string As(string database, string role) => new NpgsqlConnectionStringBuilder(database) { Username = role }.ConnectionString;

    private static async Task Use(RunningSilo silo)
    {
        await silo.Add(1, Bodies.Item(1, 2));
        await silo.CheckOut(1, "1");
        await silo.Expect(202, HttpMethod.Patch, "/product", Bodies.PriceUpdate(1, 2, "100"));
        await silo.Expect(202, HttpMethod.Patch, "/shipment/2");
        await silo.Expect(200, HttpMethod.Get, "/order/1");
    }
}
