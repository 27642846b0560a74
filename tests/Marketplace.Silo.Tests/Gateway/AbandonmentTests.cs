using System.Text.Json.Nodes;
using Marketplace.Contracts.Events;
using Marketplace.Grains.Customer;
using Marketplace.Silo.Hosting;
using Marketplace.Silo.Tests.Clocks;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.Silo.Tests.Gateway;

/// <summary>Abandoned carts, with a clock that a test moves; the silo looks at its carts once a second.</summary>
public class AbandonmentTests(PostgresFixture postgres)
{
    private readonly SteppedClock _time = new();

    public static TheoryData<string> Protocols => [.. ProtocolList.Names];
    public static TheoryData<string> ProtocolsThatRollBack => [.. ProtocolList.Names.Where(ProtocolList.RollsBack)];
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory(Timeout = 60_000)]
    [MemberData(nameof(Protocols))]
    public async Task Idle_failed_and_sealed_sessions_are_counted_once_each(string protocol)
    {
        await using var silo = await Start($"Protocol={protocol}", "PaymentProvider:DeclineRate=1");
        await silo.Ingest();
        await silo.Add(1, Bodies.Item(1, 2));
        await silo.Add(2, Bodies.Item(1, 2));
        await silo.CheckOut(2, "1", status: 422);
        await silo.Add(3, Bodies.Item(1, 2));
        await silo.Expect(200, HttpMethod.Patch, "/cart/3/seal");
        await silo.Expect(200, HttpMethod.Patch, "/cart/3/seal");
        Assert.Equal((0, 0, 1), (await Count(silo, 1), await Count(silo, 2), await Count(silo, 3)));

        _time.Step(TimeSpan.FromMinutes(10.1));
        await UntilCounted(silo, 1);
        await UntilCounted(silo, 2);
        Assert.Empty((await silo.Expect(200, HttpMethod.Get, "/cart/1"))!["items"]!.AsArray());
        Assert.Empty((await silo.Expect(200, HttpMethod.Get, "/cart/2"))!["items"]!.AsArray());
        _time.Step(TimeSpan.FromMinutes(30));
        await silo.Add(1, Bodies.Item(1, 2));
        await silo.Expect(200, HttpMethod.Patch, "/cart/1/seal");
        Assert.Equal((2, 1, 1), (await Count(silo, 1), await Count(silo, 2), await Count(silo, 3)));
        Assert.Equal(4, (await silo.Client.GetStringAsync("/audit/abandonments", Cancellation)).Count(c => c == '\n'));

        // What is shown is what was counted, the newest first.
        var (failed, idle, given) = ((int)AbandonReason.Failed, (int)AbandonReason.Idle, (int)AbandonReason.Sealed);
        Assert.Equal([(1, 2, given), (2, 1, failed), (1, 1, idle), (3, 1, given)], Sessions(await Abandoned(silo)));
        Assert.Equal([(1, 2, given), (2, 1, failed)], Sessions(await Abandoned(silo, "?limit=2")));
        var (left, sealedAtOnce) = ((await Abandoned(silo))[2]!, (await Abandoned(silo))[3]!);
        Assert.Equal(1, (int)left["items"]!);
        Assert.InRange(((DateTime)left["time"]! - (DateTime)sealedAtOnce["time"]!).TotalMinutes, 9, 10);
        await silo.Expect(200, HttpMethod.Patch, "/reset");
        Assert.Empty(await Abandoned(silo));
    }

    [Fact]
    public async Task A_bad_limit_of_abandoned_sessions_is_refused()
    {
        await using var silo = await Start();
        foreach (var limit in new[] { "0", "-1", "1001", "1.5", "all", "", "2&limit=3" })
        {
            var problem = await silo.Expect(400, HttpMethod.Get, $"/cart/abandoned?limit={limit}");
            Assert.Equal("limit: expected a whole number from 1 to 1000.", (string?)problem!["detail"]);
        }

        Assert.Empty(await Abandoned(silo, "?limit=1000"));
    }

    [Theory(Timeout = 60_000)]
    [MemberData(nameof(ProtocolsThatRollBack))]
    public async Task A_seal_that_is_rolled_back_shows_no_abandoned_session(string protocol)
    {
        var failure = new FailingCustomer();

        // Not none: while data is ingested a stall of the machine may abort a transaction.
        await using var silo = await RunningSilo.Start(
            services => services.AddSingleton<IIncomingGrainCallFilter>(failure), $"Protocol={protocol}", "Protocol:Retries=3");
        await silo.Ingest();
        await silo.Add(1, Bodies.Item(1, 2));
        failure.IsOn = true;
        await silo.Expect(503, HttpMethod.Patch, "/cart/1/seal");
        Assert.Empty(await Abandoned(silo));
        failure.IsOn = false;
        await silo.Expect(200, HttpMethod.Patch, "/cart/1/seal");
        Assert.Equal([(1, 1, (int)AbandonReason.Sealed)], Sessions(await Abandoned(silo)));
    }

    [Theory(Timeout = 60_000)]
    [MemberData(nameof(Protocols))]
    public async Task What_comes_after_the_window_but_before_the_silo_has_looked_meets_a_closed_session(string protocol)
    {
        await using var silo = await Start($"Protocol={protocol}", "CartAbandonment:Window=05:00:00");
        await silo.Ingest();
        await silo.Add(1, Bodies.Item(1, 2));
        await silo.Add(2, Bodies.Item(1, 2));
        _time.Step(TimeSpan.FromHours(5.1));
        await silo.Add(1, Bodies.Item(1, 3));
        await silo.CheckOut(2, "1", status: 409);
        var cart = await silo.Expect(200, HttpMethod.Get, "/cart/1");
        Assert.Equal((2, 3), ((int)cart!["session"]!, (int)Assert.Single(cart["items"]!.AsArray())!["productId"]!));
        Assert.Equal((1, 1), (await Count(silo, 1), await Count(silo, 2)));
        await silo.CheckOut(1, "2");
        Assert.Equal(1, await Count(silo, 1));
    }

    [Fact(Timeout = 120_000)]
    public async Task A_cart_that_was_left_before_the_silo_stopped_is_abandoned_under_the_next_one()
    {
        var database = await postgres.CreateDatabase();
        await using (var silo = await Start("Storage=postgres", "Postgres=" + database))
        {
            await silo.Ingest();
            await silo.Add(1, Bodies.Item(1, 2));
        }

        _time.Step(TimeSpan.FromMinutes(11));
        await using (var next = await Start("Storage=postgres", "Postgres=" + database))
        {
            await UntilCounted(next, 1);
        }

        await using var last = await Start("Storage=postgres", "Postgres=" + database);
        for (var customer = 2; customer < 8; customer++)
        {
            await last.Add(customer, Bodies.Item(1, 2));
            await last.Expect(200, HttpMethod.Patch, $"/cart/{customer}/seal");
        }

        Assert.Equal([7, 6, 5, 4, 3, 2, 1], Sessions(await Abandoned(last)).Select(static session => session.Customer));
        await last.Expect(200, HttpMethod.Patch, "/reset");
        Assert.Empty(await Abandoned(last));
    }

    private static async Task<int> Count(RunningSilo silo, int customer) =>
        (int)(await silo.Expect(200, HttpMethod.Get, $"/customer/{customer}"))!["abandoned_cart_count"]!;

    private static Task UntilCounted(RunningSilo silo, int customer) =>
        Wait.Until($"customer {customer} has an abandoned cart", async () => await Count(silo, customer) == 1);

    private static async Task<JsonArray> Abandoned(RunningSilo silo, string query = "") =>
        (await silo.Expect(200, HttpMethod.Get, "/cart/abandoned" + query))!.AsArray();

    private static List<(int Customer, int Session, int Reason)> Sessions(JsonArray abandoned) =>
        [.. abandoned.Select(static session => ((int)session!["customer_id"]!, (int)session["session"]!, (int)session["reason"]!))];

    private Task<RunningSilo> Start(params string[] settings) =>
        RunningSilo.Start(services => services.AddSingleton<TimeProvider>(_time), settings);

    /// <summary>Lets no customer hear of an abandoned cart.</summary>
    private sealed class FailingCustomer : IIncomingGrainCallFilter
    {
        public bool IsOn { get; set; }

        public Task Invoke(IIncomingGrainCallContext context) => IsOn && context.Grain is ICustomerGrain && context.MethodName == "OnCartAbandoned"
            ? throw new InvalidOperationException("This customer does not hear it on purpose.")
            : context.Invoke();
    }
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class AbandonmentTestsOnLocal(PostgresFixture postgres) : AbandonmentTests(postgres)
{
    public static new TheoryData<string> Protocols => [.. TestEngines.ProtocolsOfLocal];
    public static new TheoryData<string> ProtocolsThatRollBack => [.. TestEngines.ProtocolsOfLocal.Where(ProtocolList.RollsBack)];
}
