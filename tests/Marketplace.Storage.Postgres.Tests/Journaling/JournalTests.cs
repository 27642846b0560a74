using System.Text;
using Marketplace.Grains.Formats;
using Marketplace.Grains.Placement;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Layouts;
using Marketplace.Storage.Postgres.Tests.Layouts;
using Marketplace.Storage.Postgres.Writing;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests.Journaling;

/// <summary>Commits that are durable in the journal before they are in the tables, on a real server.</summary>
public sealed class JournalTests(PostgresFixture postgres) : IClassFixture<PostgresFixture>
{
    private const string Service = "order";

    private const string Bytes =
        $"SELECT pg_total_relation_size('{JournaledSilo.Schema}.journal_a') + pg_total_relation_size('{JournaledSilo.Schema}.journal_b')";

    public static TheoryData<string> Layouts => [.. StateLayouts.Names];
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory(Timeout = 180_000)]
    [MemberData(nameof(Layouts))]
    public async Task Many_batches_together_leave_what_each_by_itself_leaves(string layout)
    {
        await using var together = await LayoutDatabase.Open(await postgres.CreateDatabase(), layout, WriteMode.Journaled);
        await using var alone = await LayoutDatabase.Open(await postgres.CreateDatabase(), layout);
        var (random, records) = (new Random(11), new OddRecords(11));
        var versions = new Dictionary<long, long>();
        var items = new Dictionary<long, HashSet<long>>();
        var kind = MarketplaceServices.Named(Service).Grains.SelectMany(static grains => grains.Format.Items)
            .First(static items => items.Part == "open");
        for (var step = 0; step < 150; step++)
        {
            var rows = new List<StateRow>();
            for (var grain = 1L; grain <= 5; grain++)
            {
                if (random.Next(3) == 0)
                    continue;

                var there = items.TryGetValue(grain, out var found) ? found : items[grain] = [];
                if (!versions.TryGetValue(grain, out var version))
                {
                    rows.Add(LayoutDatabase.Row(grain, StateRowKind.Made, 1_000 * step, [Item(random.Next(4))]));
                    (versions[grain], items[grain]) = (1_000 * step, [.. rows[^1].Set.Select(static item => item.Id)]);
                }
                else if (random.Next(5) == 0)
                {
                    rows.Add(LayoutDatabase.Row(grain, StateRowKind.Cleared, version, []));
                    versions.Remove(grain);
                    there.Clear();
                }
                else
                {
                    var removed = there.Where(_ => random.Next(3) == 0).ToArray();
                    var set = Enumerable.Range(0, 4).Where(id => !removed.Contains(id) && random.Next(2) == 0).Select(id => Item(id)).ToArray();
                    rows.Add(LayoutDatabase.Row(grain, StateRowKind.Changed, version, set, [.. removed.Select(static id => ("open", id))]));
                    versions[grain]++;
                    there.ExceptWith(removed);
                    there.UnionWith(set.Select(static item => item.Id));
                }
            }

            await together.Write(Service, [.. rows]);
            await alone.Write(Service, [.. rows]);
            if (step % 40 == 0)
                await together.Database.Applied(Cancellation);
        }

        for (var grain = 1L; grain <= 5; grain++)
            Assert.Equal(Text(await alone.Load(Service, grain)), Text(await together.Load(Service, grain)));

        Assert.NotEmpty(versions);

        (string Part, long Id, byte[] Document) Item(long id) => ("open", id, records.Next(kind.Record));
    }

    [Fact(Timeout = 180_000)]
    public async Task The_journal_is_cut_and_nothing_of_it_is_lost()
    {
        await using var database = await LayoutDatabase.Open(await postgres.CreateDatabase(), "document", WriteMode.Journaled);
        await WriteLarge(database, 150);
        Assert.Equal(150L, await database.Ask("SELECT count(*) FROM marketplace_stock.stock_events"));
        Assert.InRange((long)(await database.Ask(Bytes))!, 1, 110 << 20);
    }

    [Fact(Timeout = 180_000)]
    public async Task A_backup_that_reads_the_journal_holds_nobody_up_and_it_is_cut_afterwards()
    {
        var connection = await postgres.CreateDatabase();
        await using var database = await LayoutDatabase.Open(connection, "document", WriteMode.Journaled);
        await using (var backup = await JournaledSilo.Open(connection))
        {
            await backup.Execute($"SET search_path = {JournaledSilo.Schema}");
            await backup.Execute("BEGIN; LOCK TABLE journal_a, journal_b IN ACCESS SHARE MODE");
            await WriteLarge(database, 100);
            Assert.InRange((long)(await database.Ask(Bytes))!, 100 << 20, long.MaxValue);
        }

        // What is applied first afterwards empties the table that has no turn; the next entries go there, and the other one is emptied.
        await WriteLarge(database, 25);
        await WriteLarge(database, 25);
        Assert.InRange((long)(await database.Ask(Bytes))!, 1, 50 << 20);
    }

    [Fact(Timeout = 180_000)]
    public async Task When_much_waits_to_be_applied_commits_wait_and_nobody_is_refused()
    {
        var connection = await postgres.CreateDatabase();
        await using var database = await LayoutDatabase.Open(connection, "document", WriteMode.Journaled);
        await using var holder = await JournaledSilo.Open(connection);
        await holder.Execute($"BEGIN; LOCK TABLE {JournaledSilo.Events} IN EXCLUSIVE MODE");
        var committed = 0;
        while (database.Database.Applier!.Room().IsCompleted)
        {
            await WriteLarge(database);
            committed++;
        }

        Assert.Equal(64, committed);
        var waiting = WriteLarge(database);
        database.Database.Writer.ThrowIfStuck();
        Assert.True(database.Database.Writer.IsKeepingUp);
        for (var i = 0; i < 10; i++)
            Assert.Equal(64, await database.Entries());

        Assert.False(waiting.IsCompleted);
        await holder.Execute("COMMIT");
        await waiting;
        await database.Database.Applied(Cancellation);
        Assert.Equal(65L, await database.Ask($"SELECT count(*) FROM {JournaledSilo.Events}"));
    }

    [Fact(Timeout = 180_000)]
    public async Task Who_reads_a_state_or_the_records_of_a_key_finds_what_was_committed_before()
    {
        await using var silo = await JournaledSilo.Behind(await postgres.CreateDatabase());
        for (var i = 1; i <= 3; i++)
        {
            await silo.Write(Service, LayoutDatabase.Row(i, StateRowKind.Made, 5, []));
            await silo.Database.AppliedState(Service, i, Cancellation);
            Assert.Equal((long)i, await silo.Ask("SELECT count(*) FROM marketplace_order.state"));

            await silo.WriteEvent(i);
            await silo.Database.AppliedRecords("stock", "stock_events", i);
            Assert.Equal((long)i, await silo.Ask($"SELECT count(*) FROM {JournaledSilo.Events}"));
        }

        // Nobody waits for what others have committed.
        await silo.Write(Service, LayoutDatabase.Row(4, StateRowKind.Made, 5, []));
        await silo.Database.AppliedState(Service, 1, Cancellation);
        await silo.Database.AppliedRecords("stock", "stock_events", 1);
        Assert.Equal(3L, await silo.Ask("SELECT count(*) FROM marketplace_order.state"));
    }

    [Fact(Timeout = 180_000)]
    public async Task Who_looks_for_records_of_a_key_while_others_wait_for_another_one_waits_too()
    {
        var connection = await postgres.CreateDatabase();
        await using var silo = await JournaledSilo.Behind(connection);
        await silo.WriteEvent(1);
        await silo.WriteEvent(2);
        await using var holder = await JournaledSilo.Open(connection);
        await holder.Execute($"BEGIN; LOCK TABLE {JournaledSilo.Events} IN EXCLUSIVE MODE");
        var first = silo.Database.AppliedRecords("stock", "stock_events", 1);
        var second = silo.Database.AppliedRecords("stock", "stock_events", 2);
        Assert.True(silo.Database.AppliedRecords("stock", "stock_events", 3).IsCompleted);
        Assert.False(second.IsCompleted);

        await holder.Execute("COMMIT");
        await first;
        await second;
        Assert.Equal("1 2", await silo.EventNumbers());
    }

    [Fact(Timeout = 180_000)]
    public async Task What_is_large_goes_into_the_tables_after_what_was_committed_before_it_and_not_into_the_journal()
    {
        var connection = await postgres.CreateDatabase();
        await using var killed = await JournaledSilo.Behind(connection);
        await killed.WriteEvent(0);
        await killed.WriteManyEvents(1);
        var there = string.Join(' ', Enumerable.Range(0, 1 + BatchWriter.LargeMin));
        Assert.Equal(there, await killed.EventNumbers());
        Assert.Equal(1, await killed.Entries());

        await killed.WriteEvent(1 + BatchWriter.LargeMin);
        await killed.WriteEvent(2 + BatchWriter.LargeMin);
        Assert.Equal(there, await killed.EventNumbers());
        await JournaledSilo.EndSession(connection);
        await using var next = await JournaledSilo.Next(connection);
        Assert.Equal($"{there} {1 + BatchWriter.LargeMin} {2 + BatchWriter.LargeMin}", await next.EventNumbers());

        // Who was taken over does not get it in.
        await Assert.ThrowsAsync<StorageUnavailableException>(() => killed.WriteManyEvents(0));
        Assert.Equal($"{there} {1 + BatchWriter.LargeMin} {2 + BatchWriter.LargeMin}", await next.EventNumbers());
    }

    // Into both tables, so that each has been emptied in between.
    private static async Task WriteLarge(LayoutDatabase database, int count)
    {
        for (var i = 0; i < count; i++)
            await WriteLarge(database);

        await database.Database.Applied(Cancellation);
    }

    // 1 MiB.
    private static Task WriteLarge(LayoutDatabase database) => database.Write(batch => batch.Of("stock").Append(
        "stock_events", 1, Encoding.UTF8.GetBytes($"\"{new string('x', 1 << 20)}\"")));

    private static string Text(StoredState? state) => state is null
        ? ""
        : $"{state.Version} {Encoding.UTF8.GetString(state.Document)} "
            + string.Join(' ', state.Items.Select(static item => $"{item.Part} {item.Id} {Encoding.UTF8.GetString(item.Document)}").Order());
}
