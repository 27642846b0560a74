using Orleans.Runtime;
using Orleans.Streams;

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

    /// <summary>The stream of a product.</summary>
    /// <param name="product">A key made by <see cref="Keys.Pair"/>.</param>
    public static IAsyncStream<ReplicaUpdate> StreamOf(this IStreamProvider streams, long product) =>
        streams.GetStream<ReplicaUpdate>(StreamId.Create("product", product));

    /// <summary>Subscribes the grain that runs, or goes on with its subscription, which outlives the activation that made it.</summary>
    public static async Task<StreamSubscriptionHandle<ReplicaUpdate>> SubscribeOnce(
        this IAsyncStream<ReplicaUpdate> stream, Func<ReplicaUpdate, StreamSequenceToken?, Task> take)
    {
        var known = await stream.GetAllSubscriptionHandles();
        return known.Count > 0 ? await known[0].ResumeAsync(take) : await stream.SubscribeAsync(take);
    }
}
