using System.Text;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Tests.Layouts;
using Marketplace.Storage.Postgres.Writing;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests.Journaling;

/// <summary>What a silo that was killed has left in its journal, and the next one finds.</summary>
public sealed class JournalRecoveryTests(PostgresFixture postgres) : IClassFixture<PostgresFixture>
{
    private const string Service = "order";
    private const string Schema = JournaledSilo.Schema;

    // How the services of the next silo are put together: each has its journal with the first of them.
    public static TheoryData<string, string> Compositions => new()
    {
        { "stock order", "cart product stock order" },
        { "order stock", "stock order" },
        { string.Join(' ', Services.All), "cart stock" },
    };

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact(Timeout = 180_000)]
    public async Task The_next_silo_has_what_was_committed_and_not_applied()
    {
        var connection = await postgres.CreateDatabase();
        await using var killed = await JournaledSilo.Behind(connection);
        for (var i = 0; i < 300; i++)
        {
            var number = i;
            await killed.Write(batch =>
            {
                batch.Of("stock").Append("stock_events", number, Encoding.UTF8.GetBytes($$"""{"number":{{number}}}"""));
                batch.Of(Service).Write(LayoutDatabase.Row(
                    1, number == 0 ? StateRowKind.Made : StateRowKind.Changed, number == 0 ? 100 : 99 + number, []));
                batch.Of(Service).Write(7, 1, number, () => Encoding.UTF8.GetBytes($$"""{"step":{{number}}}"""));
            });
        }

        Assert.Equal("", await killed.EventNumbers());
        await JournaledSilo.EndSession(connection);
        await using var next = await JournaledSilo.Next(connection);

        Assert.Equal(string.Join(' ', Enumerable.Range(0, 300)), await next.EventNumbers());
        Assert.Equal(399, (await next.Load(Service, 1))!.Version);
        Assert.Equal(299L, await next.Ask("SELECT number FROM marketplace_order.step"));
        Assert.Equal(0, await next.Entries());
    }

    [Fact(Timeout = 180_000)]
    public async Task Who_was_taken_over_neither_appends_nor_applies()
    {
        var connection = await postgres.CreateDatabase();
        await using var old = await JournaledSilo.Behind(connection);
        await old.Write(Service, LayoutDatabase.Row(1, StateRowKind.Made, 5, []));
        await JournaledSilo.EndSession(connection);
        await using var next = await JournaledSilo.Next(connection);
        await next.Write(Service, LayoutDatabase.Row(1, StateRowKind.Changed, 5, []));

        await Assert.ThrowsAsync<StorageUnavailableException>(() => old.Database.Applied(Cancellation));
        await Assert.ThrowsAsync<StorageUnavailableException>(
            () => old.Write(Service, LayoutDatabase.Row(2, StateRowKind.Made, 5, [])));
        Assert.Equal(6, (await next.Load(Service, 1))!.Version);
        Assert.Null(await next.Load(Service, 2));
    }

    [Fact(Timeout = 180_000)]
    public async Task A_silo_that_dies_while_it_recovers_leaves_all_to_the_next_one()
    {
        var connection = await postgres.CreateDatabase();
        await using var killed = await JournaledSilo.Behind(connection);
        for (var i = 0; i < 3; i++)
            await killed.WriteEvent(i);

        await JournaledSilo.EndSession(connection);
        await using var holder = await JournaledSilo.Open(connection);
        await holder.Execute($"BEGIN; LOCK TABLE {JournaledSilo.Events} IN EXCLUSIVE MODE");
        var time = new ManualTimeProvider();
        var recovering = JournaledSilo.Next(connection, time: time);
        const string waiting = $"FROM pg_locks WHERE NOT granted AND relation = '{JournaledSilo.Events}'::regclass";
        await Wait.Until("it recovers", async () => await holder.Execute($"SELECT EXISTS (SELECT {waiting})") is true);
        await holder.Execute($"SELECT pg_terminate_backend(pid, 5000) {waiting}");

        // Its next try would lock the journal, which is read here first.
        await time.Timers(1);
        Assert.Equal("", await killed.EventNumbers());
        Assert.Equal(3, await killed.Entries());

        // It tries again, as another one would.
        await holder.Execute("COMMIT");
        time.Advance(TimeSpan.FromSeconds(1));
        await using var next = await recovering;
        Assert.Equal("0 1 2", await next.EventNumbers());
        Assert.Equal(0, await next.Entries());
    }

    [Theory(Timeout = 180_000)]
    [InlineData("INSERT INTO {0} VALUES (1::bigint << 60, 0, 99, 'x')", "of version 99, while this silo reads version 2")]
    [InlineData("UPDATE {0} SET entry = substr(entry, 1, length(entry) - 5) WHERE previous <> 0", "is damaged")]
    [InlineData("UPDATE {0} SET entry = set_byte(entry, 20, get_byte(entry, 20) # 1) WHERE previous <> 0", "is damaged")]
    [InlineData("DELETE FROM {0} WHERE previous = 0", "is missing")]
    public async Task A_journal_that_cannot_be_applied_is_refused_in_words_and_stays_as_it_is(string harm, string reason)
    {
        var connection = await postgres.CreateDatabase();
        await using var killed = await JournaledSilo.Behind(connection);
        for (var i = 0; i < 3; i++)
            await killed.WriteEvent(i);

        await JournaledSilo.EndSession(connection);
        await killed.Ask(string.Format(System.Globalization.CultureInfo.InvariantCulture, harm, $"{Schema}.journal_a"));
        var left = await killed.Entries();

        foreach (var mode in new[] { WriteMode.Journaled, WriteMode.Direct })
        {
            var refused = await Assert.ThrowsAsync<StorageUnavailableException>(
                () => LayoutDatabase.Open(connection, "document", mode, owner: "the next"));
            Assert.Contains(
                $"The schema {Schema} has a journal with transactions that are not in its tables yet, and ",
                refused.Message,
                StringComparison.Ordinal);
            Assert.Contains(reason, refused.Message, StringComparison.Ordinal);
        }

        Assert.Equal("", await killed.EventNumbers());
        Assert.Equal(left, await killed.Entries());
    }

    [Theory(Timeout = 180_000)]
    [MemberData(nameof(Compositions))]
    public async Task Nothing_is_lost_when_services_are_put_together_in_another_way(string before, string after)
    {
        var connection = await postgres.CreateDatabase();
        await using var killed = await JournaledSilo.Behind(connection, [.. before.Split(' ')]);
        await killed.WriteEvent(1);
        await JournaledSilo.EndSession(connection);
        await using var next = await JournaledSilo.Next(connection, [.. after.Split(' ')]);
        Assert.Equal("1", await next.EventNumbers());

        // The old one, whose number the next one may have too, is out.
        await Assert.ThrowsAsync<StorageUnavailableException>(() => killed.Database.Applied(Cancellation));
        Assert.Equal("1", await next.EventNumbers());
    }

    [Fact(Timeout = 180_000)]
    public async Task A_journal_of_a_service_that_connects_elsewhere_now_is_refused_in_words()
    {
        var connection = await postgres.CreateDatabase();
        await using var killed = await JournaledSilo.Behind(connection);
        await killed.WriteEvent(1);
        await JournaledSilo.EndSession(connection);

        var refused = await Assert.ThrowsAsync<StorageUnavailableException>(() => JournaledSilo.Next(connection, ["stock", "order"]));
        Assert.Contains("its service connects in another way now", refused.Message, StringComparison.Ordinal);
        await using (await JournaledSilo.Next(connection))
        {
        }

        await using var next = await JournaledSilo.Next(connection, ["stock", "order"]);
        Assert.Equal("1", await next.EventNumbers());
    }
}
