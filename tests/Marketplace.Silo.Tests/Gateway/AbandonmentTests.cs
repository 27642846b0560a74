using Marketplace.Silo.Hosting;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Silo.Tests.Gateway;

/// <summary>Abandoned carts, with a clock that a test moves; the silo looks at its carts once a second.</summary>
public sealed class AbandonmentTests(PostgresFixture postgres)
{
    private readonly ShiftedTime _time = new();

    public static TheoryData<string> Protocols => [.. ProtocolList.Names];

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

        _time.Advance(TimeSpan.FromMinutes(10.1));
        await Wait(silo, 1);
        await Wait(silo, 2);
        Assert.Empty((await silo.Expect(200, HttpMethod.Get, "/cart/1"))!["items"]!.AsArray());
        Assert.Empty((await silo.Expect(200, HttpMethod.Get, "/cart/2"))!["items"]!.AsArray());
        _time.Advance(TimeSpan.FromMinutes(30));
        await silo.Add(1, Bodies.Item(1, 2));
        await silo.Expect(200, HttpMethod.Patch, "/cart/1/seal");
        Assert.Equal((2, 1, 1), (await Count(silo, 1), await Count(silo, 2), await Count(silo, 3)));
        Assert.Equal(4, (await silo.Client.GetStringAsync("/audit/abandonments", Cancellation)).Count(c => c == '\n'));
    }

    [Theory(Timeout = 60_000)]
    [MemberData(nameof(Protocols))]
    public async Task What_comes_after_the_window_but_before_the_silo_has_looked_meets_a_closed_session(string protocol)
    {
        await using var silo = await Start($"Protocol={protocol}", "CartAbandonment:Window=05:00:00");
        await silo.Ingest();
        await silo.Add(1, Bodies.Item(1, 2));
        await silo.Add(2, Bodies.Item(1, 2));
        _time.Advance(TimeSpan.FromHours(5.1));
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

        _time.Advance(TimeSpan.FromMinutes(11));
        await using var next = await Start("Storage=postgres", "Postgres=" + database);
        await Wait(next, 1);
    }

    private static async Task<int> Count(RunningSilo silo, int customer) =>
        (int)(await silo.Expect(200, HttpMethod.Get, $"/customer/{customer}"))!["abandoned_cart_count"]!;

    private static async Task Wait(RunningSilo silo, int customer)
    {
        while (await Count(silo, customer) != 1)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System, Cancellation);
        }
    }

    private Task<RunningSilo> Start(params string[] settings) =>
        RunningSilo.Start(services => services.AddSingleton<TimeProvider>(_time), settings);
}
