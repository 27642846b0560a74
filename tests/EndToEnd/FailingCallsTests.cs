using System.Text.Json;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>A whole run in which calls between the services fail, under protocols that are all or nothing: the audit finds nothing left.</summary>
public sealed class FailingCallsTests(PostgresFixture postgres)
{
    // The only checks that what is seen of a saga before it has ended may break.
    private static readonly string[] Isolation = ["iso.graph", "stock.isolated", "delivery.rule", "dash.fresh"];

    [Theory(Timeout = 300_000)]
    [InlineData("saga")]
    [InlineData("locking")]
    public Task Nothing_of_a_failed_transaction_remains_under(string protocol) =>
        NothingRemains(operations: 1500, protocol, "--Marketplace:Recording", "full");

    // Fewer: each step of a saga waits for the disk.
    [Fact(Timeout = 300_000)]
    public async Task Nothing_of_a_failed_saga_remains_in_PostgreSQL() => await NothingRemains(
        operations: 1000, "saga", "--Marketplace:Storage", "postgres", "--Marketplace:Postgres", await postgres.CreateDatabase());

    private static async Task NothingRemains(int operations, string protocol, params string[] settings)
    {
        using var run = new RunFolder();
        var faults = new FailingCalls(every: 75);
        await new FaultyRun(
            [
                "--Marketplace:PaymentProvider:DeclineRate", "0.1", "--Logging:LogLevel:Default", "Error",
                "--Marketplace:Protocol", protocol, .. settings,
            ],
            $$"""{ "concurrency": 8, "operations": {{operations}} }""").In(run, services => services.AddSingleton<IIncomingGrainCallFilter>(faults));
        run.AssertNoViolation(protocol == "saga" ? Isolation : []);
        if (settings.Contains("--Marketplace:Recording"))
            Assert.Equal("exact", run.Check("lowstock.exact").GetProperty("level").GetString());

        Assert.True(faults.Failed > 20, $"Only {faults.Failed} calls have failed.");
        using var summary = JsonDocument.Parse(File.ReadAllText(Path.Combine(run.Results, "summary.json")));
        var checkouts = summary.RootElement.GetProperty("transactions").GetProperty("checkout");
        Assert.True(checkouts.GetProperty("aborted").GetInt64() > 5, "Hardly a checkout was aborted.");
        Assert.True(checkouts.GetProperty("committed").GetInt64() > 100, "Hardly a checkout was committed.");
    }
}
