using Orleans.Runtime;

namespace Marketplace.Grains.Replication;

/// <summary>Streams, Product side: a stream a product.</summary>
internal sealed class StreamPublisher(IUpdateStreams streams) : IReplicaPublisher
{
    public CommitAction? Replicate(ReplicaUpdate update) => new StreamAction(streams, update);

    private sealed record StreamAction(IUpdateStreams Streams, ReplicaUpdate Update) : CommitAction
    {
        public override Task OnCommit() => Streams.Publish(Update);
    }
}

/// <summary>Where products' updates are published.</summary>
internal static class ReplicaStreams
{
    /// <summary>Name of the stream provider.</summary>
    public const string Provider = "replication";

    public static StreamId Of(int sellerId, int productId) => StreamId.Create("product", Keys.Pair(sellerId, productId));
}
