using System.Net;
using System.Net.Sockets;
using Marketplace.Grains.Cluster;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Npgsql;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>Silos that find each other on a server.</summary>
public sealed class MembershipTests(PostgresFixture postgres)
{
    [Theory]
    [InlineData("redis")]
    [InlineData("postgres")]
    public async Task Silos_find_each_other_and_come_and_go(string provider)
    {
        await using var redis = provider == "redis" ? await RedisServer.Start() : null;
        var connection = redis?.Address ?? await postgres.CreateDatabase();
        string[] settings = [$"Cluster:Provider={provider}", $"Cluster:Connection={connection}"];
        await using var cluster = await SiloCluster.Start([[], []], settings);
        await cluster[0].Expect(200, HttpMethod.Post, "/import/customers", Bodies.Lines(Bodies.Customers.Select(Bodies.Customer)));
        foreach (var customer in Bodies.Customers)
            await cluster[1].Expect(200, HttpMethod.Get, $"/customer/{customer}");

        await cluster.Add();
        await Members(cluster[0], 3);
        await Members(cluster[2], 3);
        await cluster.Stop(0); // The first is no better than the others.
        await Members(cluster[0], 2);
        await Members(cluster[1], 2);

        // Other clusters on that server are other clusters.
        await using var other = await SiloCluster.Start([[]], [.. settings, "Cluster:Id=other"]);
        await Members(other[0], 1);
    }

    [Theory]
    [InlineData("redis", "127.0.0.1:1")]
    [InlineData("postgres", "Host=127.0.0.1;Port=1;Username=u;Password=secret;Database=d")]
    public async Task A_server_that_is_not_there_stops_the_silo_with_one_sentence(string provider, string connection)
    {
        var error = await Fail(provider, connection);
        Assert.Contains(
            $"Cluster:Provider has the value '{provider}', and the server in Marketplace:Cluster:Connection could not be used for "
            + "00:00:00.5000000 (Marketplace:Cluster:ConnectTimeout): ",
            error,
            StringComparison.Ordinal);
        Assert.DoesNotContain("secret", error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("redis", "localhost,password=secret,banana=1", "banana")]
    [InlineData("postgres", "Host=localhost;Password=secret;Banana=1", "a keyword or a value that Npgsql does not take")]
    [InlineData("postgres", "Host=localhost;Password=x;secret", "a keyword or a value that Npgsql does not take")]
    public async Task A_connection_string_that_is_none_stops_the_silo_with_one_sentence(string provider, string connection, string problem)
    {
        var error = await Fail(provider, connection);
        Assert.Contains(
            $"Marketplace:Cluster:Connection is no connection string for the provider '{provider}': ", error, StringComparison.Ordinal);
        Assert.Contains(problem, error, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("secret", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_address_of_another_machine_stops_the_silo_with_one_sentence()
    {
        Assert.Contains(
            "can't listen on 192.0.2.1",
            await FailedStart.Of(
                "--urls", "http://127.0.0.1:0", "--Marketplace:Cluster:Provider=localhost", "--Marketplace:Cluster:Address=192.0.2.1"),
            StringComparison.Ordinal);
    }

    // Otherwise a silo ends at its start when another process opens the port that it has chosen.
    [Fact]
    public async Task A_silo_alone_needs_no_port_for_other_silos()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        await using var silo = await RunningSilo.StartWithData($"Cluster:SiloPort={((IPEndPoint)taken.LocalEndpoint).Port}");
        await silo.Expect(200, HttpMethod.Get, "/stock/1/1");
        Assert.False(taken.Pending(), "it has connected to that port");
    }

    // The gateway opens last, when the silo is a member.
    [Fact]
    public async Task A_silo_whose_address_is_taken_leaves_the_cluster_that_it_has_joined()
    {
        var database = await postgres.CreateDatabase();
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var error = await FailedStart.Of(
            "--urls", $"http://{taken.LocalEndpoint}", "--Marketplace:Cluster:Provider=postgres", $"--Marketplace:Cluster:Connection={database}");
        Assert.Contains("address already in use", error, StringComparison.Ordinal);
        await using var source = NpgsqlDataSource.Create(database);
        await using var members = source.CreateCommand("SELECT status FROM cluster.silo");
        Assert.Equal((int)SiloStatus.Dead, await members.ExecuteScalarAsync(TestContext.Current.CancellationToken));
    }

    private static Task<string> Fail(string provider, string connection) => FailedStart.Of(
        "--urls", "http://127.0.0.1:0", $"--Marketplace:Cluster:Provider={provider}", $"--Marketplace:Cluster:Connection={connection}",
        "--Marketplace:Cluster:ConnectTimeout=00:00:00.5");

    private static Task Members(RunningSilo silo, int count) => Wait.Until(
        $"{count} silos are members",
        () => silo.App.Services.GetRequiredService<ISilos>().All.Length == count,
        Wait.ForSilos);
}
