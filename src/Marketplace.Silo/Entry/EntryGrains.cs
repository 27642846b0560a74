using Marketplace.Contracts.Requests;
using Marketplace.Grains;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Customer;
using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Product;
using Marketplace.Grains.Seller;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Orleans;

namespace Marketplace.Silo;

/// <summary>The grains by what they are for.</summary>
internal sealed class EntryGrains(IGrainFactory grains, ShipmentPartitions partitions)
{
    public ICartGrain Cart(int customerId) => grains.GetGrain<ICartGrain>(customerId);

    public ICustomerGrain Customer(int customerId) => grains.GetGrain<ICustomerGrain>(customerId);

    public IOrderGrain Orders(int customerId) => grains.GetGrain<IOrderGrain>(customerId);

    public IPaymentGrain Payments(int customerId) => grains.GetGrain<IPaymentGrain>(customerId);

    public IShipmentGrain Shipments(int customerId) => grains.GetGrain<IShipmentGrain>(partitions.Of(customerId));

    public ISellerGrain Seller(int sellerId) => grains.GetGrain<ISellerGrain>(sellerId);

    public IProductGrain Product(int sellerId, int productId) => grains.GetGrain<IProductGrain>(Keys.Pair(sellerId, productId));

    public IStockGrain Stock(int sellerId, int productId) => grains.GetGrain<IStockGrain>(Keys.Pair(sellerId, productId));

    /// <summary>Ingests pre-populated orders within a transaction.</summary>
    public Task<Refusal?[]> Ingest(TransactionContext tx, IReadOnlyList<OrderImport> imports) =>
        OrderIngestion.Run(tx, grains, partitions, imports);
}
