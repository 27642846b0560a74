using Marketplace.Contracts.Audit;
using Marketplace.Silo.Hosting;
using Marketplace.Silo.Tests.Entry;
using Xunit;

namespace Marketplace.Silo.Tests.Recording;

public class RecordingTests
{
    public static TheoryData<string> Serializable => [.. ProtocolList.Serializable];

    [Theory(Timeout = 120_000)]
    [MemberData(nameof(Serializable))]
    public async Task The_history_of_a_serializable_protocol_has_no_cycle(string protocol)
    {
        await using var run = await RecordedRun.Start($"Protocol={protocol}", "Recording=full", "PaymentProvider:Latency=00:00:00.001");
        await run.Load(rounds: 20);
        var history = await run.History();
        Assert.Empty(RecordedGraph.Violations(history));
        Assert.Contains(history, attempt => attempt is { Kind: "checkout", Outcome: AttemptOutcome.Committed } && attempt.Writes!.Value.Length > 10);
        Assert.Contains(history, attempt => attempt is { Kind: "update-delivery", Outcome: AttemptOutcome.Committed });
        Assert.All(history, attempt => Assert.Equal(attempt.Outcome == AttemptOutcome.Aborted, attempt.Writes is null));
        Assert.Equal(RecordedRun.LastMade(history), await run.Versions());
    }

    [Theory(Timeout = 120_000)]
    [InlineData("none")]
    [InlineData("saga")]
    public async Task What_is_stored_in_the_end_is_what_was_made_last(string protocol)
    {
        await using var run = await RecordedRun.Start($"Protocol={protocol}", "Recording=full", "PaymentProvider:DeclineRate=0.2");
        await run.Load(rounds: 20);
        Assert.Equal(RecordedRun.LastMade(await run.History()), await run.Versions());
    }

    [Fact(Timeout = 120_000)]
    public async Task Without_a_protocol_checkouts_that_meet_are_in_a_cycle()
    {
        await using var run = await RecordedRun.Start("Recording=full", "PaymentProvider:Latency=00:00:00.005");
        await run.Load(rounds: 20);
        var violations = RecordedGraph.Violations(await run.History());
        Assert.Contains(violations, violation => violation.Contains("cycle", StringComparison.Ordinal));
        Assert.All(violations, violation => Assert.Contains("cycle", violation, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_checkout_is_recorded_with_all_that_it_read_and_wrote()
    {
        await using var run = await RecordedRun.Start("Recording=full", "Shipment:Partitions=4");
        await run.Entry.AddItem(7, Records.Line(1, 2));
        await run.Entry.Checkout(Records.Checkout(7, "t"));
        var history = await run.History();
        var checkout = history.Single(attempt => attempt.Tid == "t");
        Assert.Equal(("checkout", 1, AttemptOutcome.Committed, null), (checkout.Kind, checkout.Attempt, checkout.Outcome, checkout.Cause));
        Assert.Equal(
            ["cart/7", "customer/7", "order/7", "payment/7", "seller/1", "shipment/3", "stock/1/2"],
            checkout.Writes!.Value.Select(name => name[..name.IndexOf('@')]).Distinct().Order(StringComparer.Ordinal));

        // Ingested is version 1, reserved and confirmed the next two.
        Assert.Equal(["stock/1/2@2", "stock/1/2@3"], checkout.Writes!.Value.Where(name => name.StartsWith("stock", StringComparison.Ordinal)));
        Assert.Contains("customer/7@1", checkout.Reads!.Value);
        Assert.Equal("product/5/4@1", Assert.Single(history, attempt => attempt.Writes!.Value.Contains("product/5/4@1")).Writes!.Value.Single());
    }

    [Fact]
    public async Task A_reset_begins_the_history_anew_and_versions_with_it()
    {
        await using var run = await RecordedRun.Start("Recording=full", "Protocol=locking");
        await run.Load(rounds: 3);
        await run.Entry.Reset(TestContext.Current.CancellationToken);
        Assert.Empty(await run.History());
        Assert.Empty(await run.Versions());
        await run.Load(rounds: 3);
        var history = await run.History();
        Assert.Empty(RecordedGraph.Violations(history));
        Assert.Contains(history, attempt => attempt.Writes?.Any(name => name.EndsWith("@1", StringComparison.Ordinal)) == true);

        // Reading it, and the other exports, leaves nothing in it.
        await run.Silo.Dump();
        Assert.Equal(history.Count, (await run.History()).Count);
        await run.Entry.Cleanup(TestContext.Current.CancellationToken);
        Assert.Empty(await run.History());
        await run.Silo.Ingest();
        await run.Load(rounds: 3);
        Assert.Empty(RecordedGraph.Violations(await run.History()));
    }

    [Fact]
    public async Task Outcomes_are_recorded_without_accesses()
    {
        await using var run = await RecordedRun.Start("Recording=outcomes", "Protocol=locking");
        await run.Load(rounds: 5);
        var history = await run.History();
        Assert.NotEmpty(history);
        Assert.All(history, attempt => Assert.True(attempt.Reads is null && attempt.Writes is null));
        Assert.All(history.Where(attempt => attempt.Outcome == AttemptOutcome.Aborted), attempt => Assert.NotNull(attempt.Cause));
    }

    [Fact]
    public async Task Without_recording_there_is_no_history()
    {
        await using var run = await RecordedRun.Start();
        var problem = await run.Silo.Expect(404, HttpMethod.Get, "/audit/history");
        Assert.Equal("no-such-export", (string?)problem!["type"]?.ToString().Split('/', ':')[^1]);
    }
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class RecordingTestsOnLocal : RecordingTests
{
    public static new TheoryData<string> Serializable => [.. TestEngines.ProtocolsOfLocal.Where(name => name is not ("none" or "saga"))];
}
