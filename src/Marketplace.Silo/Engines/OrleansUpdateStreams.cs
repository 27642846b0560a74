using System.Collections.Concurrent;
using Marketplace.Grains;
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
/// </summary>
internal sealed class OrleansUpdateStreams(
    [FromKeyedServices(ReplicaStreams.Provider)] IStreamProvider streams, IGrainFactory grains, ILogger<OrleansUpdateStreams> logger) : IUpdateStreams
{
    // As many as products were ever updated by way of this silo; they are not forgotten, as their keepers are not.
    private readonly ConcurrentDictionary<long, KeptStream> _streams = [];

    /// <summary>After what time without an update an agent forgets a stream: never, as far as a silo lives.</summary>
    public static TimeSpan InactivityPeriod { get; } = TimeSpan.FromDays(36_500);

    public Task Publish(ReplicaUpdate update) => _streams
        .GetOrAdd(Keys.Pair(update.SellerId, update.ProductId), static (key, all) => all.StreamOf(key), this)
        .Publish(update);

    private KeptStream StreamOf(long product) => new(streams.StreamOf(product), grains.GetGrain<IStreamKeeperGrain>(product), logger);

    private sealed class KeptStream(IAsyncStream<ReplicaUpdate> stream, IStreamKeeperGrain keeper, ILogger logger)
    {
        private readonly Lock _lock = new();
        private Task _before = Task.CompletedTask;
        private volatile bool _isKept;

        public Task Publish(ReplicaUpdate update)
        {
            lock (_lock)
                return _isKept && _before.IsCompleted ? stream.OnNextAsync(update) : _before = PublishAfter(_before, update);
        }

        private async Task PublishAfter(Task before, ReplicaUpdate update)
        {
            await before.Ended();
            if (!_isKept)
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
                _isKept = true;
            }
            catch (Exception exception) when (exception is TimeoutException or OrleansException)
            {
                var key = keeper.GetPrimaryKeyLong();
                logger.StreamNotKept(Keys.First(key), Keys.Second(key), exception.Message);
            }
        }
    }
}
