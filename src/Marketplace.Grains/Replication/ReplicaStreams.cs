using Orleans.Runtime;

namespace Marketplace.Grains.Replication;

/// <summary>Where products' updates are published.</summary>
public static class ReplicaStreams
{
    /// <summary>Name of the stream provider.</summary>
    public const string Provider = "replication";

    /// <summary>The stream of a product.</summary>
    /// <param name="productId">Product of that seller.</param>
    public static StreamId Of(int sellerId, int productId) => StreamId.Create("product", Keys.Pair(sellerId, productId));
}
