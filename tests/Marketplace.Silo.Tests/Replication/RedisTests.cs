using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Replication;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Replication.Redis;
using Marketplace.Silo.Tests.Cluster;
using Marketplace.Silo.Tests.Entry;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace Marketplace.Silo.Tests.Replication;

/// <summary>Replication over a real primary and a real secondary of Redis, also while they are away.</summary>
public sealed class RedisTests : IAsyncLifetime
{
    private static readonly TimeSpan Short = TimeSpan.FromSeconds(4);

    private RedisPair _redis = null!;

    public static TheoryData<string> Protocols => Replication.Protocols.All;
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync() => _redis = await RedisPair.Start();

    public ValueTask DisposeAsync() => _redis.DisposeAsync();

    [Theory(Timeout = 120_000)]
    [MemberData(nameof(Protocols))]
    public async Task Each_checkout_reads_a_prefix_of_each_sellers_updates_with_all_that_was_acknowledged(string protocol)
    {
        await using var world = await _redis.World(protocol, "across");
        var load = new CausalLoad(world);
        await load.Run(rounds: 10);
        Assert.True(await load.Check() > 100);
    }

    [Theory(Timeout = 60_000)]
    [InlineData("eventual")]
    [InlineData("object")]
    public async Task Weaker_levels_wait_for_nothing_and_arrive_some_time_later(string level)
    {
        await using var world = await _redis.World("none", level, Short);
        await UntilSecondaryHasAll();
        await _redis.Primary.Signal("STOP");
        Assert.Equal(0, (await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"))).Value!.SellerSequence);
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 13m, "u2", "0"));
        await world.Buy(1, "t1", Records.Line(1, 1));
        await _redis.Primary.Signal("CONT");
        await UntilSecondaryHas(" 13 +0");
        await world.Buy(1, "t2", Records.Line(1, 1));
        Assert.Equal([10m, 13m], [await Price(world, 1), await Price(world, 2)]);
    }

    [Fact(Timeout = 60_000)]
    public async Task A_silo_that_stops_writes_what_waits_for_Redis()
    {
        var world = await _redis.World("none", "eventual");
        await UntilSecondaryHasAll();
        await _redis.Primary.Signal("STOP");

        // The writer has taken the first one, and waits for an answer, when the second one comes.
        await world.Entry.UpdatePrice(new PriceUpdate(2, 1, 12m, "u1", "0"));
        await Until(() => Task.FromResult(world.Part<RedisUpdates>().QueuedCount == 0));
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u2", "0"));
        var stopped = world.DisposeAsync();
        await _redis.Primary.Signal("CONT");
        await stopped;
        await UntilSecondaryHas(" 12 +0");
    }

    [Fact(Timeout = 60_000)]
    public async Task A_silo_that_stops_waits_for_Redis_no_longer_than_an_update_does_and_says_what_is_left()
    {
        var log = new LogRecorder();
        await using (var world = await EntryWorld.Create(new()
        {
            Replication = services => services.AddSingleton<ILoggerProvider>(log).AddEventualRedis(_redis.Options(Short)),
        }))
        {
            await UntilSecondaryHasAll();
            await _redis.Primary.Signal("STOP");
            await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        }

        Assert.Single(log.Lines, line => line.Contains("not taken the last updates of 1 sellers", StringComparison.Ordinal));
    }

    [Fact(Timeout = 60_000)]
    public async Task A_product_that_is_ingested_again_is_replicated_and_so_are_its_further_updates()
    {
        await using var world = await _redis.World("none", "eventual");
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 13m, "u2", "0"));
        await UntilSecondaryHas("2 0 13 +0");
        await world.Entry.AddProduct(Records.Product(1, 1, 11m));
        await UntilSecondaryHas("3 0 11 +0");
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 15m, "u3", "0"));
        await UntilSecondaryHas("4 0 15 +0");
    }

    [Fact(Timeout = 60_000)]
    public async Task While_the_secondary_is_away_the_log_says_so_once_and_once_that_it_is_back()
    {
        var log = new LogRecorder();
        await using var world = await EntryWorld.Create(new()
        {
            Replication = services => services.AddSingleton<ILoggerProvider>(log).AddOrderedRedis(_redis.Options(Short)),
        });
        await _redis.Secondary.Signal("STOP");
        await Assert.ThrowsAsync<ReplicationUnavailableException>(() => world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0")));
        await Assert.ThrowsAsync<ReplicationUnavailableException>(() => world.Entry.UpdatePrice(new PriceUpdate(1, 1, 13m, "u2", "0")));
        Assert.Equal((1, 0), (Count("can't be written"), Count("takes writes again")));
        await _redis.Secondary.Signal("CONT");
        await Until(() => Task.FromResult(Count("takes writes again") > 0));
        Assert.Equal((1, 1), (Count("can't be written"), Count("takes writes again")));

        int Count(string text) => log.Lines.Count(line => line.Contains(text, StringComparison.Ordinal));
    }

    [Fact(Timeout = 60_000)]
    public async Task What_a_cart_has_read_of_a_product_never_goes_back_where_an_object_is_causal()
    {
        foreach (var (level, expected) in new[] { ("eventual", 11m), ("object", 12m) })
        {
            await using var world = await _redis.World("none", level);
            await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
            await UntilSecondaryHas(" 12 +0");
            await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u2", "0"));
            await UntilSecondaryHas("2 0 12 +0");
            await world.Entry.AddItem(1, Records.Line(1, 1, quantity: 2000));
            Assert.Equal(CheckoutOutcome.Rejected, (await world.Entry.Checkout(Records.Checkout(1, "t1"))).Value!.Outcome);

            // As a secondary would that has gone back to an older state.
            await _redis.Primary.Ask("HSET marketplace:test:one:seller:1 1 \"0 0 11 +0\"");
            await UntilSecondaryHas(" 11 +0");
            await world.Entry.Checkout(Records.Checkout(1, "t2"));
            var reads = await world.Export("replica-reads", EntityJson.Default.ReplicaReadExport);
            Assert.Equal([12m, expected], reads.Select(read => Assert.Single(read.Products).Price));
        }
    }

    [Theory(Timeout = 60_000)]
    [InlineData("none")]
    [InlineData("locking")]
    [InlineData("deterministic")]
    [InlineData("saga")]
    public async Task An_update_that_waits_too_long_is_committed_and_replicated_when_Redis_is_back(string protocol)
    {
        await using var world = await _redis.World(protocol, "across", Short);
        await _redis.Primary.Signal("STOP");
        var late = await Assert.ThrowsAsync<ReplicationUnavailableException>(
            () => world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0")));
        Assert.True(late.IsCommitted);
        Assert.Equal(12m, (await world.Entry.GetProduct(1, 1)).Value!.Price);
        await _redis.Primary.Signal("CONT");
        await UntilSecondaryHas("1 1 12 +0");
        Assert.Equal(2, (await world.Entry.UpdatePrice(new PriceUpdate(1, 2, 14m, "u2", "0"))).Value!.SellerSequence);
        await world.Buy(1, "t1", Records.Line(1, 1), Records.Line(1, 2));
        Assert.Equal([12m, 14m], (await world.Entry.GetOrder(1, 1)).Value!.Items.Select(item => item.UnitPrice));
    }

    [Fact(Timeout = 60_000)]
    public async Task An_update_waits_as_long_as_it_may_and_is_not_lost_if_Redis_comes_back_in_time()
    {
        await using var world = await _redis.World("deterministic", "across");
        await _redis.Primary.Signal("STOP");
        var update = world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await Until(async () => (await world.Entry.GetProduct(1, 1)).Value!.Price == 12m);
        Assert.False(update.IsCompleted);
        await _redis.Primary.Signal("CONT");
        Assert.Equal(1, (await update).Value!.SellerSequence);
    }

    [Fact(Timeout = 60_000)]
    public async Task A_bounded_number_of_updates_waits()
    {
        await using var world = await _redis.World("none", "across", maxWaiting: 1);
        await _redis.Primary.Signal("STOP");
        var first = world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        var refused = await Assert.ThrowsAsync<ReplicationUnavailableException>(
            () => world.Entry.UpdatePrice(new PriceUpdate(1, 2, 12m, "u2", "0")));
        Assert.False(refused.IsCommitted);
        Assert.Equal(10m, (await world.Entry.GetProduct(1, 2)).Value!.Price);
        await _redis.Primary.Signal("CONT");
        await first;
    }

    [Fact(Timeout = 60_000)]
    public async Task An_update_that_has_not_come_to_its_wait_yet_is_one_of_those_that_may_wait()
    {
        var delete = new HeldDelete();
        await using var world = await EntryWorld.Create(new()
        {
            Protocol = "locking",
            Filter = delete,
            Replication = services => services.AddOrderedRedis(_redis.Options(TimeSpan.FromSeconds(30), maxWaiting: 1)),
        });
        var held = world.Entry.ReplaceProduct(Records.Product(1, 1, version: "d1"));
        await delete.Held;
        var update = new PriceUpdate(2, 1, 12m, "u1", "0");
        await Assert.ThrowsAsync<ReplicationUnavailableException>(() => world.Entry.UpdatePrice(update));
        Assert.Equal(10m, (await world.Entry.GetProduct(2, 1)).Value!.Price);

        // One that fails gives its place back.
        delete.Fail();
        await Assert.ThrowsAsync<TransactionAbortedException>(() => held);
        Assert.Equal(1, (await world.Entry.UpdatePrice(update)).Value!.SellerSequence);
    }

    [Theory(Timeout = 60_000)]
    [InlineData("none")]
    [InlineData("deterministic")]
    public async Task A_checkout_that_cannot_read_reserves_nothing_and_can_be_sent_again(string protocol)
    {
        await using var world = await _redis.World(protocol, "across", Short);
        await world.Entry.AddItem(1, Records.Line(1, 1));
        await _redis.Secondary.Signal("STOP");
        var refused = await Assert.ThrowsAsync<ReplicationUnavailableException>(() => world.Entry.Checkout(Records.Checkout(1, "t1")));
        Assert.False(refused.IsCommitted);
        Assert.Equal((0, 0), ((await world.Entry.GetStock(1, 1)).Value! is var stock ? stock.QtyReserved : -1, stock.OrderCount));
        await _redis.Secondary.Signal("CONT");
        await Until(async () =>
            await Record.ExceptionAsync(() => world.Entry.Checkout(Records.Checkout(1, "t1"))) is not ReplicationUnavailableException);
        Assert.Equal(CheckoutOutcome.Committed, (await world.Entry.Checkout(Records.Checkout(1, "t1"))).Value!.Outcome);
        Assert.Equal(1, (await world.Entry.GetStock(1, 1)).Value!.OrderCount);
    }

    [Theory(Timeout = 60_000)]
    [InlineData("none")]
    [InlineData("deterministic")]
    public async Task A_repeat_of_a_checkout_that_failed_is_answered_while_Redis_is_away_and_another_attempt_is_not(string protocol)
    {
        await using var world = await _redis.World(protocol, "across", Short);
        var rejected = await world.Buy(1, "t1", Records.Line(1, 1, quantity: 2000));
        Assert.Equal(CheckoutOutcome.Rejected, rejected.Value!.Outcome);
        await _redis.Secondary.Signal("STOP");
        Assert.Equal(rejected.Value, (await world.Entry.Checkout(Records.Checkout(1, "t1"))).Value);
        await Assert.ThrowsAsync<ReplicationUnavailableException>(() => world.Entry.Checkout(Records.Checkout(1, "t2")));
        await _redis.Secondary.Signal("CONT");
    }

    [Theory(Timeout = 120_000)]
    [InlineData("none")]
    [InlineData("deterministic")]
    [InlineData("saga")]
    public async Task A_primary_that_comes_back_empty_is_filled_again_and_no_customer_sees_less(string protocol)
    {
        await using var world = await _redis.World(protocol, "across");
        var load = new CausalLoad(world);
        await load.Run(rounds: 3);
        await _redis.LosePrimary();
        await world.Buy(7, "after", Records.Line(1, 1, version: (await world.Entry.GetProduct(1, 1)).Value!.Version));
        var read = (await world.Export("replica-reads", EntityJson.Default.ReplicaReadExport)).Single(read => read.Tid == "after");
        Assert.Equal(9, Assert.Single(read.Sellers).Sequence);
        Assert.Contains("$", await _redis.Secondary.Ask("GET marketplace:test:one:whole"), StringComparison.Ordinal);
        Assert.Equal(10, (await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u", null))).Value!.SellerSequence);
    }

    /// <summary>
    /// A silo that was stopped for some time, and goes on, does not know that another one has taken its place: when Redis is started again it writes
    /// there what it knows, and says that this is all.
    /// </summary>
    [Theory(Timeout = 60_000)]
    [InlineData("eventual")]
    [InlineData("object")]
    [InlineData("across")]
    public async Task What_a_silo_left_that_was_replaced_counts_for_nothing(string level)
    {
        await using var world = await _redis.World("deterministic", level);
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 13m, "u2", "0"));
        await UntilSecondaryHas(" 13 +0");
        var mark = (await _redis.Primary.Ask("GET marketplace:test:one:whole")).Split("\r\n")[1];
        Assert.EndsWith(" of the tests", mark, StringComparison.Ordinal);
        await _redis.Primary.Ask("DEL marketplace:test:one:seller:1");
        await _redis.Primary.Ask("HSET marketplace:test:one:seller:1 s 1 1 \"1 1 12 +0\"");
        await _redis.Primary.Ask($"SET marketplace:test:one:whole \"{mark.Replace("the tests", "another", StringComparison.Ordinal)}\"");
        await UntilSecondaryHas(" 12 +0");

        await world.Buy(1, "t1", Records.Line(1, 1));

        Assert.Equal(13m, await Price(world, 1));
    }

    /// <summary>It may have found less than there is by now.</summary>
    [Fact(Timeout = 60_000)]
    public async Task A_silo_of_a_cluster_that_the_others_have_ended_does_not_say_that_everything_is_there()
    {
        var lease = new LeaseInHand();
        await using var world = await EntryWorld.Create(new()
        {
            Replication = services => services.AddCausalRedis(_redis.Options(Short)).AddSingleton<IWriterLease>(lease),
        });
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await UntilSecondaryHasAll();
        lease.IsOver = true;
        await _redis.LosePrimary();
        await world.Entry.AddItem(1, Records.Line(1, 1));
        await Assert.ThrowsAsync<ReplicationUnavailableException>(() => world.Entry.Checkout(Records.Checkout(1, "t1")));
        Assert.Contains(":0", await _redis.Primary.Ask("EXISTS marketplace:test:one:whole"), StringComparison.Ordinal);

        lease.IsOver = false;
        await UntilSecondaryHasAll();
    }

    [Fact(Timeout = 120_000)]
    public async Task Under_load_the_primary_is_lost_and_nothing_goes_back()
    {
        await using var world = await _redis.World("deterministic", "across");
        var load = new CausalLoad(world);
        var running = load.Run(rounds: 40);
        await Until(async () => (await world.Export("replica-reads", EntityJson.Default.ReplicaReadExport)).Count > 5);
        await _redis.LosePrimary();
        await running;
        Assert.True(await load.Check() > 100);
    }

    [Fact(Timeout = 60_000)]
    public async Task A_reset_clears_what_is_this_systems_and_nothing_else()
    {
        await using var world = await _redis.World("none", "across");
        await _redis.Primary.Ask("SET marketplace:test:oneself mine");
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await world.Entry.UpdatePrice(new PriceUpdate(2, 1, 12m, "u2", "0"));
        Assert.Contains(":3", await _redis.Primary.Ask("EXISTS marketplace:test:one:seller:1 marketplace:test:one:seller:2 marketplace:test:oneself"),
            StringComparison.Ordinal);
        await world.Entry.Reset(Cancellation);
        Assert.Contains(":1", await _redis.Primary.Ask("EXISTS marketplace:test:one:seller:1 marketplace:test:one:seller:2 marketplace:test:oneself"),
            StringComparison.Ordinal);
        await world.Buy(1, "t1", Records.Line(1, 1));
        Assert.Equal(10m, await Price(world, 1));
        Assert.Equal(1, (await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 11m, "u3", "0"))).Value!.SellerSequence);
        await world.Buy(1, "t2", Records.Line(1, 1));
        Assert.Equal(11m, await Price(world, 2));
    }

    [Theory]
    [InlineData("0")]
    [InlineData("7-12 + -")]
    [InlineData("")]
    [InlineData(null)]
    public void A_product_is_read_as_it_was_written(string? version)
    {
        var replica = new ProductReplica(version, 12.7090m, 3, 4_000_000_000);
        Assert.Equal(replica, ReplicaText.Read(ReplicaText.Write(replica)));
        Assert.Equal("3 4000000000 12.7090 ", ReplicaText.Write(replica)[..21]);
    }

    private static async Task<decimal> Price(EntryWorld world, int order) =>
        Assert.Single((await world.Entry.GetOrder(1, order)).Value!.Items).UnitPrice;

    private Task UntilSecondaryHasAll() => Until(async () =>
        (await _redis.Secondary.Ask("EXISTS marketplace:test:one:whole")).Contains(":1", StringComparison.Ordinal));

    private Task UntilSecondaryHas(string text) => Until(async () =>
        (await _redis.Secondary.Ask("HGET marketplace:test:one:seller:1 1")).Contains(text, StringComparison.Ordinal));

    private static async Task Until(Func<Task<bool>> condition)
    {
        while (!await condition())
            await Task.Delay(TimeSpan.FromMilliseconds(5), TimeProvider.System, Cancellation);
    }
}
