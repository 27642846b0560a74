using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Silo.Tests.Storage;

/// <summary>Transactions that want the same grains, whose locks are held until they are stored.</summary>
public sealed class ConflictTests(PostgresFixture postgres)
{
    [Fact(Timeout = 120_000)]
    public async Task Under_locking_customers_who_want_one_product_at_a_time_all_get_it()
    {
        await using var silo = await RunningSilo.StartWithData(
            "Storage=postgres", $"Postgres={await postgres.CreateDatabase()}", "Protocol=locking", "Protocol:Timeout=00:00:30");
        for (var round = 1; round <= 2; round++)
        {
            await Task.WhenAll(Bodies.Customers.Select(async customer =>
            {
                await silo.Add(customer, Bodies.Item(1, 1, quantity: 1));
                await silo.CheckOut(customer, $"{round}-{customer}");
            }));
        }
    }
}
