using System.Text.Json;
using Marketplace.Driver.Audit;
using Marketplace.Driver.Commands;
using Marketplace.Driver.Reporting.Html;
using Marketplace.Silo.Hosting;
using Marketplace.TestSupport;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>A whole run in which calls between the services fail, under protocols that are all or nothing: the audit finds nothing left.</summary>
public sealed class FailingCallsTests(PostgresFixture postgres)
{
    // The only checks that what is seen of a saga before it has ended may break.
    private static readonly string[] Isolation = ["iso.graph", "stock.isolated", "delivery.rule"];

    [Theory(Timeout = 300_000)]
    [InlineData("saga")]
    [InlineData("locking")]
    public Task Nothing_of_a_failed_transaction_remains_under(string protocol) => NothingRemains("--Marketplace:Protocol", protocol);

    [Fact(Timeout = 300_000)]
    public async Task Nothing_of_a_failed_saga_remains_in_PostgreSQL() => await NothingRemains(
        "--Marketplace:Protocol", "saga", "--Marketplace:Storage", "postgres", "--Marketplace:Postgres", await postgres.CreateDatabase());

    private static async Task NothingRemains(params string[] settings)
    {
        using var run = new RunFolder();
        var faults = new FailingCalls(every: 150);
        await Run(run, faults, settings);
        Assert.Empty(run.Violations().Keys.Except(Isolation));
        Assert.True(faults.Failed > 20, $"Only {faults.Failed} calls have failed.");
        using var summary = JsonDocument.Parse(File.ReadAllText(Path.Combine(run.Results, "summary.json")));
        var checkouts = summary.RootElement.GetProperty("transactions").GetProperty("checkout");
        Assert.True(checkouts.GetProperty("aborted").GetInt64() > 5, "Hardly a checkout was aborted.");
        Assert.True(checkouts.GetProperty("committed").GetInt64() > 100, "Hardly a checkout was committed.");
    }

    private static async Task Run(RunFolder run, FailingCalls faults, string[] settings)
    {
        var cancellation = TestContext.Current.CancellationToken;
        await using var silo = SiloHost.Build(
            [
                "--urls", "http://127.0.0.1:0", "--Marketplace:Preset", "orleans", "--Marketplace:PaymentProvider:DeclineRate", "0.1",
                "--Logging:LogLevel:Default", "Error", .. settings,
            ],
            services => services.AddSingleton<IIncomingGrainCallFilter>(faults));
        await silo.StartAsync(cancellation);
        var url = silo.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First();
        var scenario = run.WriteScenario($$"""
            {
              "name": "failing calls",
              "target": { "urls": ["{{url}}"] },
              "data": { "sizeFactor": 0.02 },
              "workload": { "mix": { "checkout": 40, "priceUpdate": 5, "productDelete": 10, "updateDelivery": 40, "dashboard": 5 } },
              "load": { "concurrency": 8, "operations": 3000 },
              "epochs": { "count": 2, "seconds": 60, "warmUp": 0 }
            }
            """);
        var output = new StringWriter();
        await DriverCli.RunAsync(["run", scenario, "--output", run.Results, "--quiet"], new DriverHost
        {
            Out = output,
            Error = output,
            IsTerminal = false,
            Time = TimeProvider.System,
            Interrupt = cancellation,
            SiloStarted = static _ => { },
            Audit = new MarketplaceAudit(),
            Report = new HtmlReport(),
        });
        TestContext.Current.TestOutputHelper?.WriteLine(output.ToString());
    }
}
