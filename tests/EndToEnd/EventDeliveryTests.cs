using System.Text.Json;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>Whole runs in which events are lost or come twice, at each level of delivery: the audit sees what held.</summary>
public sealed class EventDeliveryTests(PostgresFixture postgres)
{
    // Where a kill cuts is chance: more rounds find events on their way.
    private const int RoundsMax = 8;

    [Theory(Timeout = 300_000)]
    [InlineData("none", "at-most-once", FaultKind.Lost, "at-most-once")]
    [InlineData("none", "at-least-once", FaultKind.Twice, "at-least-once")]
    [InlineData("none", "exactly-once", FaultKind.Twice, "exactly-once")]
    [InlineData("locking", "at-least-once", FaultKind.Twice, "at-least-once")]
    [InlineData("locking", "exactly-once", FaultKind.Twice, "exactly-once")]
    [InlineData("saga", "exactly-once", FaultKind.Twice, "exactly-once")]
    public async Task The_audit_tells_which_level_held(string protocol, string delivery, FaultKind kind, string held)
    {
        using var run = new RunFolder();
        await new FaultyRun(
            [
                "--Marketplace:Protocol", protocol, "--Marketplace:Delivery", delivery, "--Marketplace:Recording", "full",
                "--Logging:LogLevel:Default", "Warning",
            ],
            """{ "concurrency": 4, "operations": 1500 }""").In(
            run, services => services.AddSingleton<IIncomingGrainCallFilter>(new FaultFilter("ICustomerGrain.OnPaymentConfirmed", kind)));
        var once = Check(run, "event.once");
        Assert.Equal(held, once.GetProperty("level").GetString());
        Assert.True(once.GetProperty("examined").GetInt64() > 1000);
        Assert.Equal(held == "exactly-once", !run.Violations().ContainsKey("customer.counts"));
        Assert.Equal("causal", Check(run, "event.order").GetProperty("level").GetString());
    }

    [Fact(Timeout = 900_000)]
    public async Task Without_a_protocol_the_next_silo_delivers_what_a_killed_one_had_in_its_outboxes_and_nothing_twice()
    {
        var log = "";
        for (var round = 0; round < RoundsMax && !log.Contains("events lay in outboxes", StringComparison.Ordinal); round++)
        {
            using var run = new RunFolder();
            log = await Kill(run, checkouts: 150 + (20 * round));
            var once = Check(run, "event.once");
            Assert.True(once.GetProperty("examined").GetInt64() > 1000);
            Assert.Equal(("exactly-once", 0L), (once.GetProperty("level").GetString(), once.GetProperty("violations").GetInt64()));
            Assert.Equal("causal", Check(run, "event.order").GetProperty("level").GetString());
        }

        Assert.Contains("events lay in outboxes", log, StringComparison.Ordinal);
    }

    private async Task<string> Kill(RunFolder run, int checkouts)
    {
        var cancellation = TestContext.Current.CancellationToken;
        var (database, url) = (await postgres.CreateDatabase(), SiloProgram.FreeUrl());
        var scenario = run.WriteScenario($$"""
            {
              "name": "killed",
              "target": { "urls": ["{{url}}"] },
              "data": { "sizeFactor": 0.02 },
              "workload": { "mix": { "checkout": 45, "priceUpdate": 5, "productDelete": 10, "updateDelivery": 35, "dashboard": 5 } },
              "load": { "concurrency": 16 },
              "epochs": { "count": 1, "seconds": 600, "warmUp": 0 }
            }
            """);
        string[] settings =
        [
            "--Marketplace:Protocol=none", "--Marketplace:Delivery=exactly-once", "--Marketplace:EventOrder=causal",
            "--Marketplace:Recording=full", "--Logging:LogLevel:Default=Error", "--Logging:LogLevel:Marketplace.Grains=Information",
        ];
        var output = new StringWriter();
        await using (var silo = await SiloProgram.Start(database, url, settings))
        {
            Assert.True(await InProcessDriver.Run(output, cancellation, "ingest", scenario) == 0, output.ToString());
            using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
            var submitting = InProcessDriver.Run(output, stop.Token, "submit", scenario, "--output", run.Results, "--quiet");
            await silo.Answered("Checkout", 200, checkouts);
            silo.Kill();
            await stop.CancelAsync();
            await submitting;
        }

        var next = await SiloProgram.Start(database, url, settings);
        await InProcessDriver.Run(output, cancellation, "audit", "--output", run.Results);
        await next.DisposeAsync();
        TestContext.Current.TestOutputHelper?.WriteLine(output.ToString());
        return await next.Log();
    }

    private static JsonElement Check(RunFolder run, string id) => run.Summary().GetProperty("audit").GetProperty("checks").EnumerateArray()
        .Single(check => check.GetProperty("id").GetString() == id);
}
