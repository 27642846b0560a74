using Microsoft.Extensions.DependencyInjection;
using Orleans.Streams;

namespace Marketplace.Grains.Replication;

/// <summary>The streams of updates, one a product, seen from who publishes.</summary>
internal interface IUpdateStreams
{
    /// <summary>Publishes an update on the stream of its product, behind those that were published before.</summary>
    /// <returns>When all carts that follow the product will hear of it.</returns>
    Task Publish(ReplicaUpdate update);
}

/// <summary>Streams of an engine that lose nothing of themselves.</summary>
internal sealed class UpdateStreams([FromKeyedServices(ReplicaStreams.Provider)] IStreamProvider streams) : IUpdateStreams
{
    public Task Publish(ReplicaUpdate update) => streams.StreamOf(Keys.Pair(update.SellerId, update.ProductId)).OnNextAsync(update);
}
