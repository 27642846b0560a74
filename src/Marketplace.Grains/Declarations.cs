using Marketplace.Grains.Placement;
using Marketplace.Grains.Replication;
using Marketplace.Grains.Services;
using Marketplace.Grains.Shipment;

namespace Marketplace.Grains;

/// <summary>
/// Says which grains a transaction is going to touch, for protocols that ask for it. Those of several grains are declared beside what
/// they do: a checkout in Cart, updates of products in Product, deliveries in Shipment, an ingestion of orders in Order.
/// </summary>
/// <param name="protocol">Whether it asks.</param>
/// <param name="ordering">Whether updates of a seller's products have an order.</param>
internal sealed class Declarations(
    IGrainFactory grains, ITransactionProtocol protocol, ShipmentPartitions partitions, SellerOrdering ordering)
{
    /// <summary>Whether the protocol asks.</summary>
    public bool AreNeeded => protocol.NeedsAccesses;

    public ShipmentPartitions Partitions => partitions;
    public SellerOrdering Ordering => ordering;

    public TransactionDeclaration One<TGrain>(string tid, TransactionKind kind, TGrain grain)
        where TGrain : IServiceGrain =>
        new(tid, kind, AreNeeded ? AccessSet.Of(new Access(grain, Rank<TGrain>.Value, grain.GetPrimaryKeyLong(), ModeOf(kind))) : default);

    public TransactionDeclaration One(string tid, TransactionKind kind, GrainKind grains, IServiceGrain grain, long key) =>
        new(tid, kind, AreNeeded ? AccessSet.Of(new Access(grain, grains.LockRank, key, ModeOf(kind))) : default);

    public Access Read<TGrain>(long key)
        where TGrain : IServiceGrain =>
        new(grains.GetGrain<TGrain>(key), Rank<TGrain>.Value, key, AccessMode.Read);

    public Access Write<TGrain>(long key)
        where TGrain : IServiceGrain =>
        new(grains.GetGrain<TGrain>(key), Rank<TGrain>.Value, key, AccessMode.Write);

    /// <summary>
    /// A write of a grain that whoever wants it has another one of the transaction before. Who wants the order or the payments of a customer
    /// together with anything else has the customer's partition of Shipment; the customer besides is wanted by who ends a session: that has the
    /// cart, as a checkout has, and wants nothing more.
    /// </summary>
    public Access Guarded<TGrain>(long key)
        where TGrain : IServiceGrain =>
        Write<TGrain>(key) with { IsGuarded = true };

    private static AccessMode ModeOf(TransactionKind kind) =>
        kind is TransactionKind.Read or TransactionKind.Dashboard ? AccessMode.Read : AccessMode.Write;

    private static class Rank<TGrain>
    {
        public static int Value { get; } = MarketplaceServices.KindOf(typeof(TGrain)).LockRank;
    }
}
