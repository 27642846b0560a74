using System.Text.Json;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>Whole runs in which events are lost or come twice, at each level of delivery: the audit sees what held.</summary>
public sealed class EventDeliveryTests
{
    [Theory(Timeout = 300_000)]
    [InlineData("none", "at-most-once", FaultKind.Lost, "at-most-once")]
    [InlineData("none", "at-least-once", FaultKind.Twice, "at-least-once")]
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

    private static JsonElement Check(RunFolder run, string id) => run.Summary().GetProperty("audit").GetProperty("checks").EnumerateArray()
        .Single(check => check.GetProperty("id").GetString() == id);
}
