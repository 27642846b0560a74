using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Marketplace.Grains.Replication;

/// <summary>Registers the levels of the replication from Product to Cart. Of several calls the last one counts.</summary>
internal static class ReplicationRegistration
{
    /// <summary>
    /// How long an update waits for its seller's log to hear that it is committed, across objects over streams. A transaction is acknowledged when
    /// its grains know how it ended; only if a message was lost is there anything to wait for.
    /// </summary>
    public static TimeSpan LogPatience { get; } = TimeSpan.FromSeconds(10);

    /// <summary>Chooses replication `none`.</summary>
    public static IServiceCollection AddNoReplication(this IServiceCollection services) => services
        .AddUnorderedUpdates()
        .AddSingleton<IReplicaPublisher, NoReplication>()
        .AddSingleton<IReplicaFeed, NoFeed>();

    /// <summary>Chooses replication `eventual`, over streams.</summary>
    public static IServiceCollection AddEventualStreams(this IServiceCollection services) => services
        .AddUnorderedUpdates()
        .AddStreams(new StreamFeedOptions(InOrder: false, BeginsWithCurrent: false, IsForShow: false));

    /// <summary>Chooses replication `causal-per-object`, over streams.</summary>
    public static IServiceCollection AddCausalStreams(this IServiceCollection services) => services
        .AddUnorderedUpdates()
        .AddStreams(new StreamFeedOptions(InOrder: true, BeginsWithCurrent: true, IsForShow: false));

    /// <summary>
    /// Chooses replication `causal-across-objects`, over streams: they show updates to carts early, and a checkout reads the sellers' logs.
    /// </summary>
    public static IServiceCollection AddOrderedStreams(this IServiceCollection services) => services
        .AddOrderedUpdates()
        .AddStreams(new StreamFeedOptions(InOrder: true, BeginsWithCurrent: false, IsForShow: true))
        .AddSingleton<ICommittedUpdates, CommittedUpdates>()
        .AddSingleton<IReplicaReader, LogReader>();

    /// <summary>Whether a level was chosen that replicates over streams.</summary>
    /// <param name="services">Where it was registered.</param>
    public static bool HasReplicaStreams(this IServiceCollection services) =>
        services.Any(static service => service.ServiceType == typeof(StreamFeedOptions));

    /// <summary>Updates of a seller's products have no order among each other.</summary>
    internal static IServiceCollection AddUnorderedUpdates(this IServiceCollection services) => services
        .AddSingleton(new SellerOrdering(IsKept: false))
        .AddSingleton<ICommittedUpdates, CommittedUpdates>()
        .AddSingleton<ISellerOrder, NoSellerOrder>();

    /// <summary>Updates of a seller's products have an order, and are acknowledged when checkouts see them.</summary>
    internal static IServiceCollection AddOrderedUpdates(this IServiceCollection services) => services
        .AddSingleton(new SellerOrdering(IsKept: true))
        .AddScoped<ISellerOrder, LoggedSellerOrder>()
        .AddSingleton<UpdateBarrier>();

    private static IServiceCollection AddStreams(this IServiceCollection services, StreamFeedOptions options) => services
        .AddSingleton(options)
        .AddSingleton<IUpdateStreams, UpdateStreams>()
        .AddSingleton<IReplicaPublisher, StreamPublisher>()
        .AddScoped<IReplicaFeed, StreamFeed>()
        .AddReplicaDeliveries();

    private static IServiceCollection AddReplicaDeliveries(this IServiceCollection services)
    {
        services.TryAddEnumerable(ServiceDescriptor.Singleton<Export, ReplicaDeliveries>());
        return services;
    }
}
