using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Silo.Tests.Storage;

/// <summary>Two silos that are no cluster, and one PostgreSQL.</summary>
public sealed class SharedSchemaTests(PostgresFixture postgres)
{
    [Theory(Timeout = 120_000)]
    [InlineData("Storage=postgres", "Storage=postgres", "cart")]
    [InlineData("Storage=postgres", "Dashboard=postgres", "seller")]
    [InlineData("Storage=postgres", "AuditLog=postgres", "order")]
    [InlineData("Dashboard=postgres", "Dashboard=postgres", "seller")]
    [InlineData("AuditLog=postgres", "AuditLog=postgres", "order")]
    [InlineData("AuditLog=postgres Dashboard=postgres", "Storage=postgres", "order")]
    public async Task The_second_does_not_start_and_says_what_to_do_and_the_first_goes_on(string first, string second, string service)
    {
        var database = await postgres.CreateDatabase();
        await using var silo = await RunningSilo.StartWithData([$"Postgres={database}", .. first.Split(' ')]);
        await silo.Add(1, Bodies.Item(1, 1));
        await Refuses(service, [$"Postgres={database};Password=open-sesame", .. second.Split(' ')]);
        await silo.CheckOut(1, "1");
        await silo.Expect(200, HttpMethod.Get, "/seller/dashboard/1");
    }

    [Fact(Timeout = 120_000)]
    public async Task A_service_that_connects_in_its_own_way_is_found_too()
    {
        var (database, own) = (await postgres.CreateDatabase(), await postgres.CreateDatabase());
        string[] settings = ["Storage=postgres", $"Postgres={database}"];
        await using var silo = await RunningSilo.StartWithData([.. settings, $"Postgres:cart={own}"]);
        await Refuses("cart", [.. settings, $"Postgres:cart={own}", $"Postgres:product={own}"]);
        await Refuses("product", [.. settings, $"Postgres:stock={database};Application Name=other"]);
        await Refuses("cart", ["Storage=postgres", $"Postgres={own}"]);
        await silo.Add(1, Bodies.Item(1, 1));
        await silo.CheckOut(1, "1");
    }

    [Fact(Timeout = 120_000)]
    public async Task Silos_of_a_cluster_with_another_list_of_silos_are_another_cluster()
    {
        var database = await postgres.CreateDatabase();
        string[] settings = ["Storage=postgres", $"Postgres={database}", "Cluster:Provider=localhost"];
        var port = LoopbackPort.Free();
        await using var silo = await RunningSilo.Start([.. settings, $"Cluster:SiloPort={port}"]);
        await Refuses("cart", [.. settings, $"Cluster:SiloPort={LoopbackPort.Free()}"]);
        await Refuses("cart", settings);
        await using var member = await RunningSilo.Start([.. settings, $"Cluster:Primary=127.0.0.1:{port}"]);
    }

    private static async Task Refuses(string service, string[] settings)
    {
        // Long enough to connect and look, however busy the machine is: a silo that could not says that instead.
        var error = await FailedStart.Of([
            "--urls", "http://127.0.0.1:0", "--Logging:LogLevel:Default=Error", "--Marketplace:Postgres:Timeout=00:00:03",
            .. settings.Select(setting => "--Marketplace:" + setting),
        ]);
        Assert.StartsWith("The silo does not start: PostgreSQL at ", error, StringComparison.Ordinal);
        Assert.Contains($"the schema marketplace_{service} is in use by the ", error, StringComparison.Ordinal);
        Assert.Contains(": stop that one, or give this one another database, or let both be one cluster (", error, StringComparison.Ordinal);
        Assert.DoesNotContain("sesame", error, StringComparison.Ordinal);
    }
}
