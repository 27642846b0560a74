using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Tests.Journaling;
using Marketplace.Storage.Postgres.Tests.Layouts;
using Marketplace.Storage.Postgres.Writing;
using Marketplace.TestSupport;
using Npgsql;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests;

/// <summary>Tables are emptied in the order of the writes, in each way of writing, whenever what was sent for that arrives.</summary>
public sealed class EmptyingTests(PostgresFixture postgres) : IClassFixture<PostgresFixture>
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory(Timeout = 120_000)]
    [InlineData(WriteMode.Direct)]
    [InlineData(WriteMode.Journaled)]
    [InlineData(WriteMode.Deferred)]
    internal async Task What_was_written_before_is_gone_and_what_is_written_later_stays(WriteMode mode)
    {
        await using var silo = await LayoutDatabase.Open(await postgres.CreateDatabase(), "document", mode);
        await silo.WriteEvent(1);
        Task[] queued =
        [
            silo.WriteEvent(2), silo.Database.Empty(Emptied.FinishedRecords, Cancellation), silo.WriteEvent(3),
            silo.Database.Empty(Emptied.FinishedRecords, Cancellation), silo.WriteEvent(4), silo.WriteEvent(5),
        ];
        await Task.WhenAll(queued);
        await silo.Database.Applied(Cancellation);
        Assert.Equal("4 5", await silo.EventNumbers());
    }

    [Theory(Timeout = 120_000)]
    [InlineData(WriteMode.Direct)]
    [InlineData(WriteMode.Journaled)]
    [InlineData(WriteMode.Deferred)]
    internal async Task What_was_given_up_and_arrives_after_a_later_write_empties_nothing(WriteMode mode)
    {
        await using var silo = await LayoutDatabase.Open(await postgres.CreateDatabase(), "document", mode);
        await silo.WriteEvent(1);
        await silo.WriteEvent(2);
        await silo.Database.Applied(Cancellation);
        var late = new Batch(number: 1, Batch.VersionOf(silo.Database.Guard.Writer, 1), changes: null);
        new Emptying(Emptied.AllFinishedRecords).Join(late);
        var connection = new BatchConnection(silo.Database, TimeProvider.System);

        var refused = await Assert.ThrowsAsync<PostgresException>(() => connection.Write(late));

        await connection.Disconnect();
        Assert.Equal(Sql.Mismatch, refused.SqlState);
        Assert.Equal("1 2", await silo.EventNumbers());
    }

    [Theory(Timeout = 120_000)]
    [InlineData(WriteMode.Direct)]
    [InlineData(WriteMode.Journaled)]
    [InlineData(WriteMode.Deferred)]
    internal async Task Nothing_is_emptied_by_a_silo_that_another_one_has_replaced(WriteMode mode)
    {
        await using var silo = await LayoutDatabase.Open(await postgres.CreateDatabase(), "document", mode);
        await silo.WriteEvent(1);
        await silo.Database.Applied(Cancellation);
        await silo.Ask("DELETE FROM marketplace_cart.writer");

        var failed = await Assert.ThrowsAsync<StorageUnavailableException>(() => silo.Database.Empty(Emptied.FinishedRecords, Cancellation));

        Assert.Contains("Another silo has taken over", failed.Message, StringComparison.Ordinal);
        Assert.Equal("1", await silo.EventNumbers());
    }

    /// <summary>Tables that are not there can't be emptied. To store a number that is there still does no harm; to leave one out would.</summary>
    [Fact(Timeout = 120_000)]
    public async Task Numbers_of_versions_count_as_forgotten_though_it_failed_and_the_silo_goes_on()
    {
        await using var silo = await LayoutDatabase.Open(await postgres.CreateDatabase(), "document", WriteMode.Journaled);
        await Assert.ThrowsAsync<StorageUnavailableException>(() => silo.Database.Empty(Emptied.VersionNumbers, Cancellation));
        Assert.Equal(1, silo.Database.NumbersForgotten);

        await silo.WriteEvent(1);
        await silo.Database.Empty(Emptied.FinishedRecords, Cancellation);
        Assert.Equal((1, ""), (silo.Database.NumbersForgotten, await silo.EventNumbers()));
    }
}
