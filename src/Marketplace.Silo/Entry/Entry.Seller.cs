using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Customer;
using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Seller;
using Marketplace.Grains.Shipment;
using Marketplace.Protocols;

namespace Marketplace.Silo;

/// <content>Dashboards, deliveries, and what is read of sellers, customers and their orders.</content>
internal sealed partial class Entry
{
    /// <summary>Seller dashboard.</summary>
    /// <returns>Aggregate and entries from one snapshot; refused if there is no such seller.</returns>
    public Task<Answer<SellerDashboard>> Dashboard(int sellerId, string tid) => _dashboards is not null
        ? Look(sellerId, static (entry, sellerId) => entry._dashboards!.Read(sellerId))
        : Run(tid, TransactionKind.Dashboard, Seller(sellerId), static (tx, seller) => seller.Dashboard(tx));

    /// <summary>The latest low-stock warnings of a seller.</summary>
    /// <returns>The newest first; refused if there is no such seller.</returns>
    public Task<Answer<SellerAlerts>> GetAlerts(int sellerId) =>
        Run("", TransactionKind.Read, Seller(sellerId), static (tx, seller) => seller.Alerts(tx));

    /// <summary>Update Delivery.</summary>
    /// <remarks>Most find nothing to deliver. To see that takes no partition from others, where to declare that one writes does.</remarks>
    public async Task<DeliveryAnswer> UpdateDelivery(string tid)
    {
        MakeSureOfRoom();
        var answer = _declare.AreNeeded && !await Run(_updateDelivery.DeclareLook(tid), _updateDelivery, static (tx, delivery) => delivery.Look(tx))
            ? new DeliveryAnswer(tid, 0, 0)
            : await Run(_updateDelivery.Declare(tid), _updateDelivery, static (tx, delivery) => delivery.Run(tx));
        await Shown();
        return answer;
    }

    /// <summary>Reads a seller.</summary>
    /// <returns>The seller; refused if there is none.</returns>
    public Task<Answer<Seller>> GetSeller(int sellerId) =>
        Run("", TransactionKind.Read, Seller(sellerId), static (tx, seller) => seller.Get(tx));

    /// <summary>Reads a customer.</summary>
    /// <returns>The customer; refused if there is none.</returns>
    public Task<Answer<Customer>> GetCustomer(int customerId) =>
        Run("", TransactionKind.Read, _grains.GetGrain<ICustomerGrain>(customerId), static (tx, customer) => customer.Get(tx));

    /// <summary>Reads all orders of a customer.</summary>
    /// <returns>Oldest first; refused if there is no such customer.</returns>
    public async Task<Answer<CustomerOrders>> GetOrders(int customerId) =>
        await GetCustomer(customerId) is { IsRefused: true, Refusal: var refusal }
            ? refusal
            : await Run("", TransactionKind.Read, Orders(customerId), static (tx, orders) => orders.GetAll(tx));

    /// <summary>Reads an order.</summary>
    /// <param name="orderId">The order of that customer.</param>
    /// <returns>The order; refused if there is none.</returns>
    public Task<Answer<OrderExport>> GetOrder(int customerId, int orderId) =>
        Run("", TransactionKind.Read, Orders(customerId), orderId, static (tx, a) => a.Grain.Get(tx, a.Argument));

    /// <summary>Reads the payment of an order.</summary>
    /// <param name="orderId">The order of that customer.</param>
    /// <returns>The payment; refused if there is none.</returns>
    public Task<Answer<PaymentExport>> GetPayment(int customerId, int orderId) => Run(
        "",
        TransactionKind.Read,
        _grains.GetGrain<IPaymentGrain>(customerId),
        orderId,
        static (tx, a) => a.Grain.Get(tx, a.Argument));

    /// <summary>Reads the shipment of an order.</summary>
    /// <param name="orderId">The order of that customer.</param>
    /// <returns>The shipment; refused if there is none.</returns>
    public Task<Answer<ShipmentExport>> GetShipment(int customerId, int orderId) => Run(
        "",
        TransactionKind.Read,
        Shipments(customerId),
        (customerId, orderId),
        static (tx, a) => a.Grain.Get(tx, a.Argument.customerId, a.Argument.orderId));

    private ISellerGrain Seller(int sellerId) => _grains.GetGrain<ISellerGrain>(sellerId);

    private IOrderGrain Orders(int customerId) => _grains.GetGrain<IOrderGrain>(customerId);

    private IShipmentGrain Shipments(int customerId) => _grains.GetGrain<IShipmentGrain>(_partitions.Of(customerId));
}
