using System.Collections.Immutable;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Tests.Layouts;
using Marketplace.Storage.Postgres.Writing;
using Marketplace.TestSupport;
using Microsoft.Extensions.Hosting;
using Npgsql;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests.Connections;

/// <summary>Silos that are no cluster, on the same schemas.</summary>
public sealed class GuardTests(PostgresFixture postgres) : IClassFixture<PostgresFixture>
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(200);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    /// <summary>How the services of the next silo are put together: like those of the one before, without the first one, and one alone.</summary>
    public static TheoryData<string> Compositions => [string.Join(' ', Services.All), string.Join(' ', Services.All.Skip(1)), Services.All[^1]];

    [Theory(Timeout = 120_000)]
    [MemberData(nameof(Compositions))]
    public async Task Only_members_of_its_cluster_get_in_while_one_is_there_and_others_as_soon_as_it_has_left(string services)
    {
        var connection = await postgres.CreateDatabase();
        await using var one = await Open(connection, "the cluster a");
        await using var two = await Open(connection, "the cluster a");
        await Refused();
        await one.DisposeAsync();
        await Refused();
        await two.DisposeAsync();
        await using var next = await Open(connection, "b", services);

        async Task Refused()
        {
            var refused = await Assert.ThrowsAsync<StorageUnavailableException>(() => Open(connection, "b", services, timeout: Step));
            var schema = Services.Schema(services.Split(' ')[0]);
            Assert.Contains($"the schema {schema} is in use by the cluster a, since ", refused.Message, StringComparison.Ordinal);
            Assert.Contains("this is b: stop that one, or give this one another database, or ", refused.Message, StringComparison.Ordinal);
        }
    }

    [Theory(Timeout = 120_000)]
    [MemberData(nameof(Compositions))]
    public async Task What_comes_from_one_that_was_cut_off_when_another_one_had_come_is_not_stored(string services)
    {
        var connection = await postgres.CreateDatabase();
        var (time, lifetime, name) = (new ManualTimeProvider(), new EndingLifetime(), "cut-off");
        await using var one = await Open($"{connection};Application Name={name}", "a", time: time, lifetime: lifetime);
        await one.Write("seller", Made(1));
        await CutOff(connection, name);
        await using var next = await Open(connection, "b", services);

        var failed = await Assert.ThrowsAsync<StorageUnavailableException>(() => Advance(time, one.Write("seller", Made(2))));
        Assert.Contains("Another silo has taken over", failed.Message, StringComparison.Ordinal);
        one.Database.Source.Clear();
        failed = await Assert.ThrowsAsync<StorageUnavailableException>(
            () => one.Database.Empty(Emptied.FinishedRecords, Cancellation));
        Assert.Contains("Another silo has taken over", failed.Message, StringComparison.Ordinal);
        await lifetime.Told.WaitAsync(Patience, TimeProvider.System, Cancellation);
        Assert.False(one.Database.Writer.IsKeepingUp);
        Assert.Throws<StorageUnavailableException>(() => one.Database.Writer.ThrowIfStuck());
        Assert.Equal(1L, await next.Ask("SELECT sum(grain)::bigint FROM marketplace_seller.state"));
        await next.Write("seller", Made(3));
    }

    [Fact(Timeout = 120_000)]
    public async Task One_that_was_cut_off_learns_that_another_one_has_come_though_it_writes_nothing()
    {
        var connection = await postgres.CreateDatabase();
        var (time, lifetime, name) = (new ManualTimeProvider(), new EndingLifetime(), "quiet");
        await using var one = await Open($"{connection};Application Name={name}", "a", time: time, lifetime: lifetime);
        await CutOff(connection, name);
        await using var next = await Open(connection, "b");
        await Advance(time, lifetime.Told);
    }

    [Fact(Timeout = 120_000)]
    public async Task One_that_was_cut_off_and_is_back_before_another_one_comes_goes_on_and_keeps_it_out()
    {
        var connection = await postgres.CreateDatabase();
        var (time, name) = (new ManualTimeProvider(), "back");
        await using var one = await Open($"{connection};Application Name={name}", "a", time: time);
        await CutOff(connection, name);
        while (await one.Ask("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database "
            + "WHERE datname = current_database())") is not 8L)
        {
            time.Advance(Step);
            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, Cancellation);
        }

        await Assert.ThrowsAsync<StorageUnavailableException>(() => Open(connection, "b", timeout: Step));
        await Advance(time, one.Write("seller", Made(1)));
    }

    [Fact(Timeout = 120_000)]
    public async Task What_one_that_was_killed_had_sent_is_stored_before_the_next_one_begins()
    {
        var connection = await postgres.CreateDatabase();
        await using var one = await Open(connection, "a", time: new ManualTimeProvider());
        await using var source = NpgsqlDataSource.Create(connection);
        await using var holder = await source.OpenConnectionAsync(Cancellation);
        await using var held = await holder.BeginTransactionAsync(Cancellation);
        await holder.Execute("LOCK TABLE marketplace_seller.state");
        var writing = one.Write("seller", Made(1));
        await Until(source, "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'marketplace_seller.state'::regclass)");
        await holder.Execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory' AND objid = 0");
        var opening = Open(connection, "b");
        await Until(source, "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'marketplace_cart.writer'::regclass)");
        await held.CommitAsync(Cancellation);
        await writing;
        await using var next = await opening;
        Assert.NotNull(await next.Load("seller", 1));
    }

    private static StateRow Made(long grain) => LayoutDatabase.Row(grain, StateRowKind.Made, grain, []);

    private static Task<LayoutDatabase> Open(
        string connection,
        string owner,
        string? services = null,
        ManualTimeProvider? time = null,
        TimeSpan? timeout = null,
        EndingLifetime? lifetime = null) => LayoutDatabase.Open(
            connection,
            "document",
            services is null ? Services.All : services.Split(' ').ToImmutableArray(),
            owner,
            time ?? TimeProvider.System,
            timeout ?? Patience,
            lifetime ?? (IHostApplicationLifetime)new StandingLifetime());

    // As a server or a network does it that fails for a moment.
    private static async Task CutOff(string connection, string name)
    {
        await using var source = NpgsqlDataSource.Create(connection);
        await using var own = await source.OpenConnectionAsync(Cancellation);
        await own.Execute($"SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE application_name = '{name}'");
    }

    private static async Task Advance(ManualTimeProvider time, Task until)
    {
        while (!until.IsCompleted)
        {
            time.Advance(Step);
            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, Cancellation);
        }

        await until;
    }

    private static async Task Until(NpgsqlDataSource source, string question)
    {
        await using var connection = await source.OpenConnectionAsync(Cancellation);
        await Wait.Until(question, async () => await connection.Execute(question) is true);
    }
}
