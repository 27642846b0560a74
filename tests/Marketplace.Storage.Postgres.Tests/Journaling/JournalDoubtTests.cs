using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Journaling;
using Marketplace.Storage.Postgres.Tests.Layouts;
using Marketplace.Storage.Postgres.Writing;
using Marketplace.TestSupport;
using Npgsql;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests.Journaling;

/// <summary>
/// Commits that the server has made and not answered. It waits for a standby that does not exist after it has committed, and is cut off then.
/// </summary>
public sealed class JournalDoubtTests(PostgresFixture postgres) : IClassFixture<PostgresFixture>
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact(Timeout = 180_000)]
    public async Task What_was_applied_without_an_answer_is_not_applied_again()
    {
        await using var server = await PostgresServer.Start();
        var connection = await server.CreateDatabase();
        var time = new ManualTimeProvider();
        await using var silo = await JournaledSilo.Behind(connection, time: time);
        await silo.WriteEvent(1);
        await silo.WriteEvent(2);
        await using var other = await JournaledSilo.Open(connection);
        await Hold(other);
        var applied = silo.Database.Applied(Cancellation);
        await CutOffAndRelease(other);
        while (!applied.IsCompleted)
        {
            time.Advance(TimeSpan.FromMilliseconds(20));
            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, Cancellation);
        }

        await applied;
        await silo.WriteEvent(3);
        await silo.Database.Applied(Cancellation);
        Assert.Equal("1 2 3", await silo.EventNumbers());
    }

    /// <summary>As when its connection is lost, and it comes to the server when the table has its turn again.</summary>
    [Fact(Timeout = 180_000)]
    public async Task A_table_of_the_journal_that_is_emptied_late_keeps_what_is_not_applied()
    {
        await using var server = await PostgresServer.Start();
        var connection = await server.CreateDatabase();
        await using var silo = await JournaledSilo.Behind(connection);
        await silo.WriteEvent(1);
        await using var late = await JournaledSilo.Open(connection);
        var writer = silo.Database.Guard.Writer;

        var refusal = await Assert.ThrowsAsync<PostgresException>(
            () => JournalTables.Empty(late, JournaledSilo.Schema, writer, turn: 0, applied: 0));

        Assert.Equal(Sql.Mismatch, refusal.SqlState);
        Assert.Equal(1, await silo.Entries());
        Assert.True(await JournalTables.Empty(late, JournaledSilo.Schema, writer, turn: 0, applied: long.MaxValue));
        Assert.Equal(0, await silo.Entries());
    }

    [Fact(Timeout = 180_000)]
    public async Task What_was_appended_without_an_answer_is_answered_once_it_is_known_to_be_there_and_appended_once()
    {
        await using var server = await PostgresServer.Start();
        var connection = await server.CreateDatabase();
        await using var silo = await LayoutDatabase.Open(connection, "document", WriteMode.Journaled);
        await silo.WriteEvent(1);
        await silo.Database.Applied(Cancellation);
        await using var other = await JournaledSilo.Open(connection);
        await Hold(other);
        var writing = silo.WriteEvent(2);
        await CutOffAndRelease(other, () => Assert.False(writing.IsCompleted));
        await writing;
        Assert.Equal(2, await silo.Entries());
        await silo.Database.Applied(Cancellation);
        Assert.Equal("1 2", await silo.EventNumbers());
    }

    [Fact(Timeout = 180_000)]
    public async Task What_went_into_the_tables_without_an_answer_is_written_once()
    {
        await using var server = await PostgresServer.Start();
        var connection = await server.CreateDatabase();
        await using var silo = await LayoutDatabase.Open(connection, "document", WriteMode.Journaled);
        await silo.WriteEvent(0);
        await silo.Database.Applied(Cancellation);
        await using var other = await JournaledSilo.Open(connection);
        await Hold(other);
        var writing = silo.WriteManyEvents(1);
        await CutOffAndRelease(other, () => Assert.False(writing.IsCompleted));
        await writing;
        Assert.Equal(string.Join(' ', Enumerable.Range(0, 1 + BatchWriter.LargeMin)), await silo.EventNumbers());
    }

    [Fact(Timeout = 180_000)]
    public async Task What_others_do_to_its_states_is_told_from_a_silo_that_has_taken_over()
    {
        var connection = await postgres.CreateDatabase();
        await using var silo = await JournaledSilo.Behind(connection);
        await silo.Write("order", LayoutDatabase.Row(1, StateRowKind.Made, 5, []));
        await silo.Database.Applied(Cancellation);
        await silo.Ask("UPDATE marketplace_order.state SET version = 1");
        await silo.Write("order", LayoutDatabase.Row(1, StateRowKind.Changed, 5, []));

        var failed = await Assert.ThrowsAsync<StorageUnavailableException>(() => silo.Database.Applied(Cancellation));
        Assert.Contains("somebody else has changed states", failed.Message, StringComparison.Ordinal);
        Assert.False(silo.Database.Writer.IsKeepingUp);
    }

    private static async Task Hold(NpgsqlConnection connection)
    {
        await connection.Execute("SET synchronous_commit = local");
        await connection.Execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
        await connection.Execute("SELECT pg_reload_conf()");
        await Wait.Until("it holds", () => Holds(connection));
    }

    // Each process of the server hears of the setting in its own time, so a commit is tried.
    private static async Task<bool> Holds(NpgsqlConnection connection)
    {
        await using var probe = await JournaledSilo.Open(connection.ConnectionString);
        var committed = probe.Execute("SELECT pg_logical_emit_message(true, 'probe', '')");
        var isHeld = false;
        await Wait.Until("the probe has committed or is held", async () => committed.IsCompleted || (isHeld = await IsHeld()));
        if (isHeld)
        {
            await connection.Execute($"SELECT pg_terminate_backend({probe.ProcessID}, 5000)");
            await Assert.ThrowsAnyAsync<NpgsqlException>(() => committed);
        }

        return isHeld;

        async Task<bool> IsHeld() => await connection.Execute(
            $"SELECT EXISTS (SELECT FROM pg_stat_activity WHERE pid = {probe.ProcessID} AND wait_event = 'SyncRep')") is true;
    }

    private static async Task CutOffAndRelease(NpgsqlConnection connection, Action? whenHeld = null)
    {
        const string held = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
        await Wait.Until("it has committed", async () => await connection.Execute($"SELECT EXISTS (SELECT {held})") is true);
        whenHeld?.Invoke();
        await connection.Execute($"SELECT pg_terminate_backend(pid, 5000) {held}");
        await connection.Execute("ALTER SYSTEM RESET synchronous_standby_names");
        await connection.Execute("SELECT pg_reload_conf()");
    }
}
