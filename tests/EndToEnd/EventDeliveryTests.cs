using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>Whole runs in which events are lost or come twice, at each level of delivery: the audit sees what held.</summary>
public sealed class EventDeliveryTests(PostgresFixture postgres)
{
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
            """{ "concurrency": 4, "operations": 600 }""").In(
            run, services => services.AddSingleton<IIncomingGrainCallFilter>(new FaultFilter("ICustomerGrain.OnPaymentConfirmed", kind)));
        var once = run.Check("event.once");
        Assert.Equal(held, once.GetProperty("level").GetString());
        Assert.True(once.GetProperty("examined").GetInt64() > 400);
        Assert.Equal(held == "exactly-once", !run.Violations().ContainsKey("customer.counts"));
        Assert.Equal("causal", run.Check("event.order").GetProperty("level").GetString());
    }

    // The kill comes at a time at which events lie in outboxes according to the tables. What is committed is in the journal first, and the events may
    // have been delivered by what is not in the tables yet: then another silo is killed.
    [Fact(Timeout = 600_000)]
    public async Task Without_a_protocol_the_next_silo_delivers_what_a_killed_one_had_in_its_outboxes_and_nothing_twice()
    {
        const int killsMost = 5;
        for (var kill = 1; !await KillAndAudit(); kill++)
            Assert.True(kill < killsMost, $"No silo has found events in outboxes after {killsMost} kills.");
    }

    // Most of the time of a transaction some event of it waits in the outbox of its payment until all who hear of it have stored that; all those
    // transactions would have to end before the kill.
    private async Task<bool> KillAndAudit()
    {
        const string payments =
            "SELECT count(*) FROM marketplace_payment.state WHERE json_array_length(document -> 'book' -> 'kept' -> 'outbox') > 0";
        using var run = new RunFolder();
        var database = await postgres.CreateDatabase();
        var log = await InterruptedRun.Kill(
            run,
            database,
            [
                "--Marketplace:Protocol=none", "--Marketplace:Delivery=exactly-once", "--Marketplace:EventOrder=causal",
                "--Marketplace:Recording=full",
                "--Logging:LogLevel:Default=Error", "--Logging:LogLevel:Marketplace.Grains=Information",
            ],
            async silo =>
            {
                await silo.Client.Answered("Checkout", 200, 150);
                await InterruptedRun.Stored(database, "payments are told of", payments, 4);
            });
        var once = run.Check("event.once");
        Assert.True(once.GetProperty("examined").GetInt64() > 1000);
        Assert.Equal(("exactly-once", 0L), (once.GetProperty("level").GetString(), once.GetProperty("violations").GetInt64()));
        Assert.Equal("causal", run.Check("event.order").GetProperty("level").GetString());
        return log.Contains("events lay in outboxes", StringComparison.Ordinal);
    }
}
