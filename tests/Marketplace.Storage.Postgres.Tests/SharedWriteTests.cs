using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Tests.Layouts;
using Marketplace.Storage.Postgres.Writing;
using Marketplace.TestSupport;
using Npgsql;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests;

/// <summary>What a transaction did on several silos, as one of them stores it.</summary>
public sealed class SharedWriteTests(PostgresFixture postgres) : IClassFixture<PostgresFixture>
{
    private const long Here = -5;
    private const long There = 7;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Fact(Timeout = 120_000)]
    public async Task What_another_silo_did_is_stored_with_the_rest()
    {
        await using var cluster = await Open();
        var part = Encode(cluster.There, Made(cluster.There, 2), new ArchiveWrite("order", "orders", 2, "{}"u8.ToArray()));
        await Store(cluster.Here, Made(cluster.Here, 1), new ForeignWriteSet(part));
        Assert.NotNull(await cluster.Here.Load("order", 1));
        Assert.Equal(part.Version, (await cluster.There.Load("order", 2))?.Version);
        Assert.Equal(1L, await cluster.Here.Ask("SELECT count(*) FROM marketplace_order.orders"));
    }

    [Fact(Timeout = 120_000)]
    public async Task A_state_that_somebody_else_has_written_keeps_all_of_its_transaction_out_and_nothing_else()
    {
        await using var cluster = await Open();
        await Store(cluster.There, Made(cluster.There, 2));
        var stored = (await cluster.Here.Load("order", 2))!.Version;
        var late = Encode(cluster.There, Changed(cluster.There, 2, stored), new ArchiveWrite("order", "orders", 2, "{}"u8.ToArray()));
        await Store(cluster.There, Changed(cluster.There, 2, stored));
        var (refused, good) = (Store(cluster.Here, Made(cluster.Here, 1), new ForeignWriteSet(late)), Store(cluster.Here, Made(cluster.Here, 3)));
        await Assert.ThrowsAsync<StorageConflictException>(() => refused);
        await good;
        Assert.Null(await cluster.Here.Load("order", 1));
        Assert.NotNull(await cluster.Here.Load("order", 3));
        Assert.NotEqual(late.Version, (await cluster.Here.Load("order", 2))!.Version);
        Assert.Equal(0L, await cluster.Here.Ask("SELECT count(*) FROM marketplace_order.orders"));
    }

    [Fact(Timeout = 120_000)]
    public async Task Of_two_activations_of_one_grain_that_were_written_at_once_one_is_stored()
    {
        await using var cluster = await Open();
        var parts = new[] { 1, 2 }.Select(_ => Encode(cluster.There, Made(cluster.There, 2))).ToList();
        var stores = parts.Select((part, i) => Store(cluster.Here, new ForeignWriteSet(part), Made(cluster.Here, 10 + i))).ToList();
        await stores[0];
        await Assert.ThrowsAsync<StorageConflictException>(() => stores[1]);
        Assert.Equal(parts[0].Version, (await cluster.Here.Load("order", 2))!.Version);
        Assert.Null(await cluster.Here.Load("order", 11));
    }

    [Fact(Timeout = 120_000)]
    public async Task Of_a_silo_whose_writer_was_ended_nothing_is_stored_neither_by_itself_nor_by_others()
    {
        await using var cluster = await Open();
        var part = Encode(cluster.There, Made(cluster.There, 2));
        await cluster.Here.Database.EndWriter(There);
        var (refused, good) = (Store(cluster.Here, new ForeignWriteSet(part), Made(cluster.Here, 1)), Store(cluster.Here, Made(cluster.Here, 3)));
        await Assert.ThrowsAsync<StorageConflictException>(() => refused);
        await good;
        await Assert.ThrowsAsync<StorageUnavailableException>(() => Store(cluster.There, Made(cluster.There, 4)));
        Assert.Equal(3L, await cluster.Here.Ask("SELECT sum(grain)::bigint FROM marketplace_order.state"));
    }

    [Fact(Timeout = 120_000)]
    public async Task A_step_is_stored_as_long_as_the_silo_may_write_that_decides_its_saga()
    {
        await using var cluster = await Open();
        var decider = cluster.There.Database.Writer.Number;
        await Store(cluster.Here, Made(cluster.Here, 1), Step(grain: 1));
        await cluster.Here.Database.EndWriter(There);
        var (refused, good) = (Store(cluster.Here, Made(cluster.Here, 2), Step(grain: 2)), Store(cluster.Here, Made(cluster.Here, 3)));
        await Assert.ThrowsAsync<StorageConflictException>(() => refused);
        await good;
        Assert.Equal(4L, await cluster.Here.Ask("SELECT sum(grain)::bigint FROM marketplace_order.state"));
        Assert.Equal(1L, await cluster.Here.Ask("SELECT sum(grain)::bigint FROM marketplace_order.step"));

        WrittenStep Step(long grain) => new("order", (decider << IAtomicWrites.SagaBits) + 1, grain, grain, static () => "{}"u8.ToArray(), decider);
    }

    [Fact(Timeout = 120_000)]
    public async Task The_next_silo_begins_later_than_one_whose_writer_was_ended()
    {
        await using var cluster = await Open();
        await Store(cluster.There, Made(cluster.There, 2));
        var time = await cluster.Here.Ask($"SELECT time FROM marketplace_cart.writer WHERE silo = {There}");
        await cluster.Here.Database.EndWriter(There);
        Assert.Equal(time, await cluster.Here.Ask("SELECT max(time) FROM marketplace_cart.writer"));
    }

    /// <summary>Its first answer was lost, or it was ended itself.</summary>
    [Fact(Timeout = 120_000)]
    public async Task The_next_silo_begins_later_also_when_the_one_that_ended_a_writer_can_note_nothing_afterwards()
    {
        await using var cluster = await Open();
        await Store(cluster.There, Made(cluster.There, 2));
        var time = await cluster.Here.Ask($"SELECT time FROM marketplace_cart.writer WHERE silo = {There}");
        await cluster.Here.Ask($"DELETE FROM marketplace_cart.writer WHERE silo = {Here}");
        await cluster.Here.Database.EndWriter(There);
        await cluster.Here.Database.EndWriter(There);
        Assert.Equal(time, await cluster.Here.Ask("SELECT max(time) FROM marketplace_cart.writer"));
    }

    /// <summary>The process is paused, or its machine is gone without a word: its session lasts, and holds its row.</summary>
    [Fact(Timeout = 120_000)]
    public async Task A_writer_is_ended_though_it_stands_still_in_the_middle_of_a_transaction()
    {
        await using var cluster = await Open();
        await using var source = Sessions.Open(Sessions.Settings(cluster.Connection, Patience));
        await using (await source.OpenConnectionAsync(TestContext.Current.CancellationToken))
        {
            // The transaction is in a session that was used before.
        }

        await using var paused = await source.OpenConnectionAsync(TestContext.Current.CancellationToken);
        await using var transaction = await paused.BeginTransactionAsync(TestContext.Current.CancellationToken);
        await using var check = new NpgsqlBatch(paused, transaction);
        cluster.There.Database.Guard.AddCheck(check);
        await check.ExecuteNonQueryAsync(TestContext.Current.CancellationToken);

        await cluster.Here.Database.EndWriter(There);
        var late = await Assert.ThrowsAnyAsync<NpgsqlException>(() => check.ExecuteNonQueryAsync(TestContext.Current.CancellationToken));
        Assert.True(Outage.IsPassing(late));
    }

    private static PreparedState Made(LayoutDatabase silo, long grain)
    {
        var next = silo.Database.Writer.NextVersion();
        return new("order", grain, LayoutDatabase.Row(grain, StateRowKind.Made, next, []), number: null);
    }

    private static PreparedState Changed(LayoutDatabase silo, long grain, long version) => new(
        "order",
        grain,
        LayoutDatabase.Row(grain, StateRowKind.Changed, version, []) with { Next = silo.Database.Writer.NextVersion() },
        number: null);

    private static WriteSet Encode(LayoutDatabase silo, params IWritePart[] parts) =>
        Write(silo, parts).Encode(GrainId.Create("order", "2"), silo.Database.Writer.Number)!;

    private static async Task Store(LayoutDatabase silo, params IWritePart[] parts)
    {
        var write = Write(silo, parts);
        silo.Database.Writer.Add(write);
        await write.Done.WaitAsync(Patience, TimeProvider.System, TestContext.Current.CancellationToken);
    }

    private static QueuedAtomicWrite Write(LayoutDatabase silo, IWritePart[] parts)
    {
        var write = new QueuedAtomicWrite(silo.Database.Writer.Pending);
        foreach (var part in parts)
            write.Add(part);

        return write;
    }

    private async Task<Cluster> Open()
    {
        var connection = await postgres.CreateDatabase();
        return new(connection, await LayoutDatabase.OpenFor(Here, connection), await LayoutDatabase.OpenFor(There, connection));
    }

    private sealed record Cluster(string Connection, LayoutDatabase Here, LayoutDatabase There) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            await There.DisposeAsync();
            await Here.DisposeAsync();
        }
    }
}
