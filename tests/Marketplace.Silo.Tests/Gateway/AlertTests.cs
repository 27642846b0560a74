using System.Text.Json.Nodes;
using Marketplace.Grains.Payment;
using Marketplace.Silo.Hosting;
using Marketplace.Silo.Tests.Clocks;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.Silo.Tests.Gateway;

/// <summary>Low-stock warnings as a seller sees them. Of each item there are 100 pieces.</summary>
public class AlertTests
{
    public static TheoryData<string> Protocols => [.. ProtocolList.Names];

    [Theory(Timeout = 60_000)]
    [MemberData(nameof(Protocols))]
    public async Task A_seller_is_warned_once_and_again_when_stock_and_demand_have_recovered(string protocol)
    {
        var time = new SteppedClock();
        await using var silo = await RunningSilo.Start(
            services => services.AddSingleton<TimeProvider>(time), $"Protocol={protocol}", "Recording=full");
        await silo.Ingest();
        await Buy(silo, 1, "1", 50);
        Assert.Empty(await Alerts(silo));
        await Buy(silo, 2, "2", 2);
        await Buy(silo, 3, "3", 2);
        var warning = Assert.Single(await Alerts(silo))!;
        Assert.Equal(
            ("2", 1, 2, 52L, 1, 52m, 48),
            ((string)warning["tid"]!, (int)warning["seller_id"]!, (int)warning["product_id"]!, (long)warning["demand"]!, (int)warning["weeks"]!,
                (decimal)warning["weekly_demand"]!, (int)warning["level"]!));

        // Four weeks later nothing of that counts any more: 20 of 46 pieces are asked for, 5 a week; then 22 more, and 4 are left.
        time.Step(TimeSpan.FromDays(28));
        await Buy(silo, 1, "4", 20);
        Assert.Single(await Alerts(silo));
        await Buy(silo, 1, "5", 22);
        Assert.Equal(["5", "2"], (await Alerts(silo)).Select(alert => (string)alert!["tid"]!));
        Assert.Equal(2, await Lines(silo, "warnings"));
        Assert.Equal(10, await Lines(silo, "stock-events"));

        await silo.Expect(200, HttpMethod.Patch, "/reset");
        Assert.Empty(await Alerts(silo));
        Assert.Equal(0, await Lines(silo, "warnings"));
    }

    [Fact(Timeout = 60_000)]
    public async Task Of_a_checkout_that_is_rolled_back_no_seller_hears()
    {
        var failure = new FailingPayment();
        await using var silo = await RunningSilo.Start(
            services => services.AddSingleton<IIncomingGrainCallFilter>(failure), "Protocol=locking", "Protocol:Retries=0");
        await silo.Ingest();
        failure.IsOn = true;
        await silo.Add(1, Bodies.Item(1, 2, quantity: 60));
        await silo.CheckOut(1, "1", status: 503);
        Assert.Empty(await Alerts(silo));
        Assert.Equal(0, await Lines(silo, "warnings"));
        failure.IsOn = false;
        await silo.CheckOut(1, "1");
        Assert.Single(await Alerts(silo));
        Assert.Equal(1, await Lines(silo, "warnings"));
    }

    [Fact]
    public async Task Without_recording_there_are_no_events_of_stock_to_export()
    {
        await using var silo = await RunningSilo.StartWithData();
        await silo.Expect(404, HttpMethod.Get, "/audit/stock-events");
    }

    private static async Task Buy(RunningSilo silo, int customer, string tid, int quantity)
    {
        await silo.Add(customer, Bodies.Item(1, 2, quantity: quantity));
        await silo.CheckOut(customer, tid);
    }

    private static async Task<JsonArray> Alerts(RunningSilo silo) =>
        (await silo.Expect(200, HttpMethod.Get, "/seller/1/alerts"))!.AsArray();

    private static async Task<int> Lines(RunningSilo silo, string export)
    {
        var text = await silo.Client.GetStringAsync($"/audit/{export}", TestContext.Current.CancellationToken);
        return text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length;
    }

    private sealed class FailingPayment : IIncomingGrainCallFilter
    {
        public bool IsOn { get; set; }

        public Task Invoke(IIncomingGrainCallContext context) => IsOn && context.Grain is IPaymentGrain && context.MethodName == "OnInvoiceIssued"
            ? throw new InvalidOperationException("This payment fails on purpose.")
            : context.Invoke();
    }
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class AlertTestsOnLocal : AlertTests
{
    public static new TheoryData<string> Protocols => [.. TestEngines.ProtocolsOfLocal];
}
