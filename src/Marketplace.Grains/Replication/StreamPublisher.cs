using Microsoft.Extensions.DependencyInjection;
using Orleans.Runtime;
using Orleans.Streams;

namespace Marketplace.Grains.Replication;

/// <summary>Streams, Product side: a stream a product.</summary>
internal sealed class StreamPublisher([FromKeyedServices(ReplicaStreams.Provider)] IStreamProvider streams) : IReplicaPublisher
{
    public CommitAction? Replicate(ReplicaUpdate update) =>
        new StreamAction(streams.GetStream<ReplicaUpdate>(ReplicaStreams.Of(update.SellerId, update.ProductId)), update);

    private sealed record StreamAction(IAsyncStream<ReplicaUpdate> Stream, ReplicaUpdate Update) : CommitAction
    {
        public override Task OnCommit() => Stream.OnNextAsync(Update);
    }
}

/// <summary>Where products' updates are published.</summary>
internal static class ReplicaStreams
{
    /// <summary>Name of the stream provider.</summary>
    public const string Provider = "replication";

    public static StreamId Of(int sellerId, int productId) => StreamId.Create("product", Keys.Pair(sellerId, productId));
}
