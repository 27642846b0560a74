using System.Text;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Tests.Journaling;
using Marketplace.Storage.Postgres.Tests.Layouts;
using Marketplace.Storage.Postgres.Writing;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests;

/// <summary>What Orleans' transactions store beside states.</summary>
public sealed class PreparedTests(PostgresFixture postgres) : IClassFixture<PostgresFixture>
{
    private const string Service = "order";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory(Timeout = 120_000)]
    [InlineData(WriteMode.Direct)]
    [InlineData(WriteMode.Journaled)]
    public async Task It_is_loaded_with_the_state_that_it_is_beside(object mode)
    {
        await using var silo = await LayoutDatabase.Open(await postgres.CreateDatabase(), "relations", (WriteMode)mode);
        await silo.Write(batch => batch.Of(Service).Write(Row(1, version: 0, next: 7, open: 2)));
        await silo.Write(batch =>
        {
            batch.Of(Service).Write(LayoutDatabase.Row(1, StateRowKind.Made, 5, []));
            batch.Of(Service).Write(Row(1, version: 7, next: 8, open: 1));
        });
        await silo.Database.AppliedState(Service, 1, Cancellation);
        var (state, _, prepared) = await silo.Database.Loader.Load(Service, 1, Cancellation);
        Assert.Equal((5, 8), (state!.Version, prepared.Version));
        Assert.Equal("""{"next":8}""", Encoding.UTF8.GetString(prepared.Record));
        Assert.Equal(1L, await silo.Ask($"SELECT open FROM marketplace_{Service}.prepared"));
        Assert.Equal(0, (await silo.Database.Loader.Load(Service, 2, Cancellation)).Prepared.Version);
    }

    [Fact(Timeout = 120_000)]
    public async Task Who_does_not_know_what_another_silo_has_stored_stores_nothing_of_its_atomic_write()
    {
        var connection = await postgres.CreateDatabase();
        await using var here = await LayoutDatabase.OpenFor(-5, connection);
        await using var there = await LayoutDatabase.OpenFor(7, connection);
        await Store(there, Row(1, version: 0, next: 3, open: 1));
        var (refused, good) = (Store(here, Row(1, version: 0, next: 4, open: 1), archived: 1), Store(here, Row(2, version: 0, next: 4, open: 1)));
        await Assert.ThrowsAsync<StorageConflictException>(() => refused);
        await good;
        await Store(there, Row(1, version: 3, next: 5, open: 1));
        await Assert.ThrowsAsync<StorageConflictException>(() => Store(here, Row(1, version: 3, next: 6, open: 0)));
        Assert.Equal(5, (await here.Database.Loader.Load(Service, 1, Cancellation)).Prepared.Version);
        Assert.Equal(4, (await here.Database.Loader.Load(Service, 2, Cancellation)).Prepared.Version);
        Assert.Equal(0L, await here.Ask("SELECT count(*) FROM marketplace_order.orders"));
    }

    [Fact(Timeout = 120_000)]
    public async Task What_was_committed_and_not_applied_the_next_silo_finds()
    {
        var connection = await postgres.CreateDatabase();
        await using var killed = await JournaledSilo.Behind(connection);
        for (var i = 0; i < 20; i++)
        {
            var version = i;
            await killed.Write(batch => batch.Of(Service).Write(Row(1, version, version + 1, open: version)));
        }

        await JournaledSilo.EndSession(connection);
        await using var next = await JournaledSilo.Next(connection);
        Assert.Equal(20, (await next.Database.Loader.Load(Service, 1, Cancellation)).Prepared.Version);
        Assert.Equal(19L, await next.Ask($"SELECT open FROM marketplace_{Service}.prepared"));
    }

    private static PreparedRow Row(long grain, long version, long next, long open) =>
        new(grain, version, next, open, Encoding.UTF8.GetBytes($$"""{"next":{{next}}}"""));

    private static async Task Store(LayoutDatabase silo, PreparedRow row, int archived = 0)
    {
        var write = new QueuedAtomicWrite(silo.Database.Writer.Pending);
        write.Add(new Part(row));
        if (archived > 0)
            write.Add(new ArchiveWrite(Service, "orders", archived, "{}"u8.ToArray()));

        silo.Database.Writer.Add(write);
        await write.Done.WaitAsync(Patience, TimeProvider.System, Cancellation);
    }

    private sealed class Part(PreparedRow row) : IWritePart
    {
        public void AddTo(Batch batch)
        {
            batch.Of(Service).Write(row);
            batch.Size++;
        }
    }
}
