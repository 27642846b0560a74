using Marketplace.Contracts.Events;
using Marketplace.Protocols;

namespace Marketplace.Grains.Replication;

/// <summary>The Product side of the replication to the carts (criterion: replication Product → Cart). Its level is chosen at start.</summary>
public interface IReplicaPublisher
{
    /// <summary>Makes what has to leave the product when a price update commits.</summary>
    /// <param name="updated">E0.</param>
    /// <returns>The emission; null where nothing is replicated.</returns>
    Emission? Replicate(PriceUpdated updated);

    /// <summary>Makes what has to leave the product when a delete commits.</summary>
    /// <param name="deleted">E1.</param>
    /// <returns>The emission; null where nothing is replicated.</returns>
    Emission? Replicate(ProductDeleted deleted);
}
