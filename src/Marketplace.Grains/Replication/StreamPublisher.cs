using Marketplace.Contracts.Events;
using Marketplace.Protocols;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Streams;

namespace Marketplace.Grains.Replication;

/// <summary>Replication `eventual`, Product side: a stream a product.</summary>
internal sealed class StreamPublisher([FromKeyedServices(ReplicaStreams.Provider)] IStreamProvider streams) : IReplicaPublisher
{
    /// <inheritdoc/>
    public Emission? Replicate(PriceUpdated updated) => Publish(updated.SellerId, updated.ProductId, new ReplicaUpdate(updated, null));

    /// <inheritdoc/>
    public Emission? Replicate(ProductDeleted deleted) => Publish(deleted.SellerId, deleted.ProductId, new ReplicaUpdate(null, deleted));

    private StreamEmission Publish(int sellerId, int productId, ReplicaUpdate update) =>
        new(streams.GetStream<ReplicaUpdate>(ReplicaStreams.Of(sellerId, productId)), update);

    private sealed record StreamEmission(IAsyncStream<ReplicaUpdate> Stream, ReplicaUpdate Update) : Emission
    {
        public override Task Release() => Stream.OnNextAsync(Update);
    }
}
