using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Silo.Tests.Storage;

/// <summary>Transactions that read what is committed and not stored yet.</summary>
public sealed class UnstoredReadTests(PostgresFixture postgres)
{
    private const int Deliveries = 6;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact(Timeout = 120_000)]
    public async Task That_nothing_is_left_to_deliver_is_answered_when_the_delivery_before_is_stored()
    {
        var database = await postgres.CreateDatabase();
        await using var silo = await RunningSilo.StartWithData(
            "Storage=postgres", $"Postgres={database}", "Protocol=deterministic", "Protocol:Timeout=00:01:00");
        await silo.Add(1, Bodies.Item(1, 1));
        await silo.CheckOut(1, "1");
        Task<HttpResponseMessage>[] deliveries;
        await using (await HeldWrites.Begin(database, Cancellation))
        {
            // One delivers; the others look before it, or find that it has.
            deliveries = [.. Enumerable.Range(1, Deliveries).Select(number => silo.Send(HttpMethod.Patch, $"/shipment/{number}", null))];
            for (var i = 0; i < 50; i++)
                (await silo.Send(HttpMethod.Get, "/healthz/ready", null)).Dispose();

            Assert.DoesNotContain(deliveries, static delivery => delivery.IsCompleted);
        }

        foreach (var delivery in deliveries)
        {
            using var answer = await delivery;
            Assert.Equal(202, (int)answer.StatusCode);
        }
    }
}
