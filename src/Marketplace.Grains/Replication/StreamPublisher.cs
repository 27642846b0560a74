using Marketplace.Protocols;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Streams;

namespace Marketplace.Grains.Replication;

/// <summary>Streams, Product side: a stream a product.</summary>
internal sealed class StreamPublisher([FromKeyedServices(ReplicaStreams.Provider)] IStreamProvider streams) : IReplicaPublisher
{
    /// <inheritdoc/>
    public Emission? Replicate(ReplicaUpdate update) =>
        new StreamEmission(streams.GetStream<ReplicaUpdate>(ReplicaStreams.Of(update.SellerId, update.ProductId)), update);

    private sealed record StreamEmission(IAsyncStream<ReplicaUpdate> Stream, ReplicaUpdate Update) : Emission
    {
        public override Task Release() => Stream.OnNextAsync(Update);
    }
}
