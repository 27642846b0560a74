using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Replication;
using Marketplace.Silo.Engines;
using Marketplace.Silo.Tests.Entry;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Runtime;
using Orleans.Streams.Core;
using Xunit;

namespace Marketplace.Silo.Tests.Replication;

/// <summary>The relays by which the carts of a silo of Orleans hear of updates.</summary>
public sealed class UpdateRelayTests
{
    private static readonly long Product = Keys.Pair(1, 1);

    [Fact(Timeout = 60_000)]
    public async Task All_carts_of_a_silo_have_one_subscription_to_a_product()
    {
        await using var world = await World();
        for (var customer = 1; customer <= 10; customer++)
            await world.Entry.AddItem(customer, Records.Line(1, 1));

        var relay = Assert.Single(await Subscribers(world));
        Assert.Equal(Relay(world).GetGrainId(), relay);
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        for (var customer = 1; customer <= 10; customer++)
            await world.UntilCartShows(customer, 12m);
    }

    [Fact(Timeout = 60_000)]
    public async Task A_relay_that_no_cart_needs_ends()
    {
        await using var world = await World();
        await world.Entry.AddItem(1, Records.Line(1, 1));
        await world.Entry.AddItem(2, Records.Line(1, 1));
        await world.Entry.Seal(1);
        await Collect(world);
        Assert.Single(await Subscribers(world));
        await world.Entry.Seal(2);
        await UntilRelayEnds(world);

        await world.Entry.AddItem(3, Records.Line(1, 1));
        Assert.Single(await Subscribers(world));
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await world.UntilCartShows(3, 12m);
    }

    [Fact(Timeout = 60_000)]
    public async Task A_cart_hears_of_updates_when_its_relay_was_collected()
    {
        await using var world = await World();
        await world.Entry.AddItem(1, Records.Line(1, 1));
        await Collect(world);
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await world.UntilCartShows(1, 12m);
        await Collect(world);
        Assert.Null(await world.Entry.Seal(1));
        await UntilRelayEnds(world);
    }

    [Fact(Timeout = 60_000)]
    public async Task A_cart_that_follows_by_way_of_another_silo_is_forgotten_at_the_next_update()
    {
        await using var world = await World();
        var followed = world.Part<RelayedProducts>();
        await world.Entry.AddItem(1, Records.Line(1, 1));
        Assert.True(followed.Add(Product, 2));
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await Wait.Until("the other cart is forgotten", () => followed.CartsOf(Product) is [{ Key: 1 }]);
        await world.UntilCartShows(1, 12m);
        Assert.False(await world.Part<IGrainFactory>().GetGrain<ICartGrain>(1).Hear(Update(13m), "another silo"));
        await world.UntilCartShows(1, 12m);
    }

    [Fact(Timeout = 60_000)]
    public async Task The_relay_of_a_silo_that_is_gone_ends_at_the_next_update()
    {
        await using var world = await World();
        var gone = world.Part<IGrainFactory>().GetGrain<IUpdateRelayGrain>(Product, "10.0.0.1:11111@1");
        await Manager(world).AddSubscription(ReplicaStreams.Provider, Stream, (GrainReference)gone);
        await world.Entry.AddItem(1, Records.Line(1, 1));
        Assert.Equal(2, (await Subscribers(world)).Count);
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await world.UntilCartShows(1, 12m);
        await Wait.Until("nobody passes on to the silo", async () => !(await Subscribers(world)).Contains(gone.GetGrainId()));
        Assert.Contains(Relay(world).GetGrainId(), await Subscribers(world));
    }

    // As it happens to those that a silo of a cluster kept which was killed.
    [Fact(Timeout = 60_000)]
    public async Task A_subscription_that_was_lost_is_made_again_when_a_cart_follows_the_product()
    {
        await using var world = await ForgetfulWorld();
        await world.Entry.AddItem(1, Records.Line(1, 1));
        var lost = Assert.Single(await Manager(world).GetSubscriptions(ReplicaStreams.Provider, Stream));
        await Manager(world).RemoveSubscription(ReplicaStreams.Provider, Stream, lost.SubscriptionId);
        Assert.Empty(await Subscribers(world));
        await world.Entry.AddItem(2, Records.Line(1, 1));
        Assert.Equal(Relay(world).GetGrainId(), Assert.Single(await Subscribers(world)));
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await world.UntilCartShows(1, 12m);
        await world.UntilCartShows(2, 12m);
    }

    [Fact(Timeout = 60_000)]
    public async Task A_keeper_whose_subscription_was_lost_subscribes_again_before_the_next_update()
    {
        await using var world = await ForgetfulWorld();
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        var keeper = world.Part<IGrainFactory>().GetGrain<IStreamKeeperGrain>(Product).GetGrainId();
        await Wait.Until("the product is kept", async () => (await Subscribers(world)).Contains(keeper));
        var lost = Assert.Single(await Manager(world).GetSubscriptions(ReplicaStreams.Provider, Stream));
        await Manager(world).RemoveSubscription(ReplicaStreams.Provider, Stream, lost.SubscriptionId);
        Assert.Empty(await Subscribers(world));
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 13m, "u2", "0"));
        await Wait.Until("the product is kept again", async () => (await Subscribers(world)).Contains(keeper));
    }

    [Fact(Timeout = 60_000)]
    public async Task A_cart_that_fails_hears_of_the_update_again_and_of_later_ones_after_it()
    {
        var failing = new FailingOnce();
        await using var world = await World(failing);
        await world.Entry.AddItem(1, Records.Line(1, 1));
        await world.Entry.AddItem(2, Records.Line(1, 1));
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 13m, "u2", "0"));
        await world.UntilCartShows(2, 13m);
        await world.UntilCartShows(1, 13m);
        Assert.True(failing.HasFailed);
    }

    private static StreamId Stream => StreamId.Create("product", Product);

    private static Task<EntryWorld> World(IIncomingGrainCallFilter? filter = null) => EntryWorld.Create(new EntryWorldOptions
    {
        Filter = filter,
        Replication = static services => services.AddEventualStreams(),
    });

    // Where it is never known that a subscription is there, as a while after it was made in a cluster.
    private static Task<EntryWorld> ForgetfulWorld() => EntryWorld.Create(new EntryWorldOptions
    {
        Replication = static services => services
            .AddEventualStreams()
            .AddSingleton(new SubscriptionTrust(TimeProvider.System, TimeSpan.Zero)),
    });

    private static ReplicaUpdate Update(decimal price) =>
        new(new PriceUpdated("u", 1, 1, "0", price, Sequence: 2, SellerSequence: 0), null);

    private static IUpdateRelayGrain Relay(EntryWorld world) =>
        world.Part<IGrainFactory>().GetGrain<IUpdateRelayGrain>(Product, UpdateRelayGrain.NameOf(world.Part<ILocalSiloDetails>().SiloAddress));

    private static IStreamSubscriptionManager Manager(EntryWorld world) => world.Part<IStreamSubscriptionManagerAdmin>()
        .GetStreamSubscriptionManager(StreamSubscriptionManagerType.ExplicitSubscribeOnly);

    private static async Task<List<GrainId>> Subscribers(EntryWorld world) =>
        [.. (await Manager(world).GetSubscriptions(ReplicaStreams.Provider, Stream)).Select(static subscription => subscription.GrainId)];

    // As Orleans does with what is idle for some time.
    private static Task Collect(EntryWorld world) =>
        world.Part<IGrainFactory>().GetGrain<IManagementGrain>(0).ForceActivationCollection(TimeSpan.Zero);

    // Orleans' agents may still be talking with a relay that has just subscribed: then it is not idle, and collected the next time.
    private static Task UntilRelayEnds(EntryWorld world) => Wait.Until("the relay ends", async () =>
    {
        await Collect(world);
        return !(await Subscribers(world)).Contains(Relay(world).GetGrainId());
    });

    // The cart of the first customer, when it first hears of an update.
    private sealed class FailingOnce : IIncomingGrainCallFilter
    {
        private volatile bool _hasFailed;

        public bool HasFailed => _hasFailed;

        public Task Invoke(IIncomingGrainCallContext context)
        {
            if (_hasFailed || context.MethodName != nameof(ICartGrain.Hear) || context.TargetId.GetIntegerKey() != 1)
                return context.Invoke();

            _hasFailed = true;
            throw new TimeoutException("The storage is away.");
        }
    }
}
