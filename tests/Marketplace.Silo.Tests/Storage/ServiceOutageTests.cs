using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Npgsql;
using Xunit;
using static Marketplace.Silo.Tests.Storage.Sql;

namespace Marketplace.Silo.Tests.Storage;

/// <summary>Services with connection strings of their own, and the database of one of them is away.</summary>
public sealed class ServiceOutageTests(PostgresFixture postgres)
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory(Timeout = 120_000)]
    [InlineData("locking")]
    [InlineData("optimistic")]
    public async Task What_is_decided_is_kept_until_it_can_be_stored_and_nothing_more_is_decided_meanwhile(string protocol)
    {
        var database = await postgres.CreateDatabase();
        var role = new NpgsqlConnectionStringBuilder(database).Database + "_customer";
        await Execute(database, $"CREATE ROLE {role} LOGIN", $"CREATE SCHEMA marketplace_customer AUTHORIZATION {role}");
        var own = new NpgsqlConnectionStringBuilder(database) { Username = role, Password = "x" }.ConnectionString;
        string[] patient = ["Storage=postgres", $"Postgres={database}", $"Postgres:customer={own}", $"Protocol={protocol}"];
        string[] settings = [.. patient, "Postgres:Timeout=00:00:04", "Protocol:Timeout=00:00:04", "ResponseTimeout=00:01:30"];

        // What comes first takes long on a slow machine, and is not what this is about.
        await using (await RunningSilo.StartWithData(patient))
        {
        }

        await using (var silo = await RunningSilo.Start(settings))
        {
            await silo.Add(1, Bodies.Item(1, 2));
            foreach (var customer in Bodies.Customers)
                await silo.Expect(200, HttpMethod.Get, $"/customer/{customer}");

            await Execute(
                database,
                $"ALTER ROLE {role} CONNECTION LIMIT 0",
                $"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = '{role}'");

            // The others store their parts, and its client waits for that of the customer.
            var checkedOut = silo.CheckOut(1, "1");
            await Answered(silo, "/order/1/1");
            Assert.False(checkedOut.IsCompleted);

            // As long as the outage may pass they are decided, and their clients are told that they are not stored yet.
            var refused = "";
            foreach (var customer in Bodies.Customers.Skip(1))
            {
                using var answer = await silo.Send(HttpMethod.Post, "/customer", Bodies.Customer(customer).ToJsonString());
                if ((int)answer.StatusCode == 503)
                {
                    refused = await answer.Content.ReadAsStringAsync(Cancellation);
                    break;
                }

                Assert.Equal(504, (int)answer.StatusCode);
            }

            Assert.Contains("aborted", refused, StringComparison.Ordinal);
            await Execute(database, $"ALTER ROLE {role} CONNECTION LIMIT -1");
            await Answered(silo, "/customer/1");
            await checkedOut;
        }

        await using var next = await RunningSilo.Start(settings);
        Assert.Equal(1, (int)(await next.Expect(200, HttpMethod.Get, "/customer/1"))!["success_payment_count"]!);
    }

    private static async Task Answered(RunningSilo silo, string path)
    {
        while ((int)(await silo.Send(HttpMethod.Get, path, null)).StatusCode != 200)
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, Cancellation);
    }
}
