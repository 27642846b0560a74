using System.Collections.Concurrent;
using Marketplace.Grains;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Replication;
using Marketplace.Protocols;
using Marketplace.Silo.Hosting;
using Orleans;
using Orleans.Runtime;
using Orleans.Streams;

namespace Marketplace.Silo.Engines;

/// <summary>
/// Streams of Orleans, each kept before the first update is published on it. Else updates get lost: an agent that meets a stream which it does
/// not know asks for its subscribers, and if one of them leaves meanwhile it forgets the stream, and gives the others nothing of what it has read.
/// It forgets a stream, too, when the last subscriber leaves. One that has a subscriber for good is known from the first probe on.
/// <para>To subscribe takes some messages of Orleans. So not each cart does, but a relay for all carts of this silo.</para>
/// </summary>
internal sealed class OrleansUpdateStreams(
    [FromKeyedServices(ReplicaStreams.Provider)] IStreamProvider streams,
    IGrainFactory grains,
    RelayedProducts followed,
    SubscriptionTrust trust,
    ILocalSiloDetails self,
    ILogger<OrleansUpdateStreams> logger) : IUpdateStreams
{
    private readonly RelayedProducts _followed = followed;

    // As many as products were ever updated by way of this silo; they are not forgotten, as their keepers are not.
    private readonly ConcurrentDictionary<long, KeptStream> _streams = [];

    /// <summary>After what time without an update an agent forgets a stream: never, as far as a silo lives.</summary>
    public static TimeSpan InactivityPeriod { get; } = TimeSpan.FromDays(36_500);

    public string Relay { get; } = UpdateRelayGrain.NameOf(self.SiloAddress);

    public Task Publish(ReplicaUpdate update) => _streams
        .GetOrAdd(Keys.Pair(update.SellerId, update.ProductId), static (key, all) => all.StreamOf(key), this)
        .Publish(update);

    public async Task<IUpdateSubscription> Subscribe(CartGrain cart, long product)
    {
        var subscription = new RelayedCart(this, product, cart.CustomerId);
        if (_followed.Add(product, cart.CustomerId))
            return subscription;

        try
        {
            await RelayOf(product).Listen();
            return subscription;
        }
        catch
        {
            _followed.Remove(product, cart.CustomerId);
            throw;
        }
    }

    private IUpdateRelayGrain RelayOf(long product) => grains.GetGrain<IUpdateRelayGrain>(product, Relay);

    private KeptStream StreamOf(long product) => new(streams.StreamOf(product), grains.GetGrain<IStreamKeeperGrain>(product), trust, logger);

    private sealed class RelayedCart(OrleansUpdateStreams streams, long product, int customer) : IUpdateSubscription
    {
        // A relay that no cart needs ends when it is collected; one that is not active would not.
        public Task End() => streams._followed.Remove(product, customer) ? streams.RelayOf(product).Listen() : Task.CompletedTask;

        public Task<bool> Settle(TimeSpan patience) => streams.RelayOf(product).Settle(patience);
    }

    private sealed class KeptStream(IAsyncStream<ReplicaUpdate> stream, IStreamKeeperGrain keeper, SubscriptionTrust trust, ILogger logger)
    {
        private const long Never = -1;

        private readonly Lock _lock = new();
        private Task _before = Task.CompletedTask;
        private long _kept = Never;

        private bool IsKept => Volatile.Read(ref _kept) is var kept and not Never && trust.Holds(kept);

        public Task Publish(ReplicaUpdate update)
        {
            lock (_lock)
                return IsKept && _before.IsCompleted ? stream.OnNextAsync(update) : _before = PublishAfter(_before, update);
        }

        private async Task PublishAfter(Task before, ReplicaUpdate update)
        {
            await before.Ended();
            if (!IsKept)
                await Keep();

            await stream.OnNextAsync(update);
        }

        // Without a keeper an update may get lost; not published it would be.
        private async Task Keep()
        {
            // Out of the lock.
            await Task.Yield();
            try
            {
                await keeper.Keep();
                Volatile.Write(ref _kept, trust.Now);
            }
            catch (Exception exception) when (exception is TimeoutException or OrleansException)
            {
                var key = keeper.GetPrimaryKeyLong();
                logger.StreamNotKept(Keys.First(key), Keys.Second(key), exception.Message);
            }
        }
    }
}
